#!/usr/bin/env python3
"""Ethereum dev node for wallet tests: py-evm (Prague) via eth-tester's backend, with a geth-like mempool on top
(nonce gaps, +10 % replacement, pending nonce, txpool_*, drop, reorg by snapshot), geth-like error texts and fault injection.
  python devnode.py [--port 8545] [--chain-id 31337] [--accounts 10] [--block-time 0 (=automine)] [--base-fee WEI]
"""
import argparse, json, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
T0=time.time()
ap=argparse.ArgumentParser()
ap.add_argument('--port',type=int,default=8545); ap.add_argument('--chain-id',type=int,default=31337); ap.add_argument('--accounts',type=int,default=10)
ap.add_argument('--block-time',type=float,default=0); ap.add_argument('--mnemonic',default='test test test test test test test test test test test junk'); ap.add_argument('--no-automine',action='store_true'); ap.add_argument('--until-stdin-closes',action='store_true')
a=ap.parse_args()
from eth_tester import EthereumTester, PyEVMBackend
from eth_tester.exceptions import TransactionFailed, ValidationError, TransactionNotFound, BlockNotFound
from eth_utils import to_checksum_address as cs, keccak
from eth.exceptions import VMError
from eth_utils import ValidationError as EUValidationError
from web3 import Web3, EthereumTesterProvider
be=PyEVMBackend.from_mnemonic(a.mnemonic,num_accounts=a.accounts,hd_path="m/44'/60'/0'/0",genesis_state_overrides={'balance':10000*10**18})
type(be.chain).chain_id=a.chain_id
T=EthereumTester(be,auto_mine_transactions=False)
w3=Web3(EthereumTesterProvider(T)); w3.middleware_onion.clear(); REQ=w3.provider.request_func(w3,w3.middleware_onion)
L=threading.RLock(); pool={}; raws={}; automine=not a.no_automine and a.block_time==0; snaps={}; faults=[]
class E(Exception):
    def __init__(s,code,msg,data=None): s.code,s.msg,s.data=code,msg,data
def fields(tx):
    t=getattr(tx,'type_id',None); p=tx
    if t: return t,tx.max_fee_per_gas if t!=1 else tx.gas_price,tx.max_priority_fee_per_gas if t!=1 else tx.gas_price
    return 0,tx.gas_price,tx.gas_price
def base(): return be.get_base_fee('latest')
def nextbase():
    h=be.chain.get_canonical_head(); tgt=h.gas_limit//2; b=h.base_fee_per_gas
    return b if h.gas_used==tgt else b+max(b*(h.gas_used-tgt)//tgt//8,1) if h.gas_used>tgt else b-b*(tgt-h.gas_used)//tgt//8
def decode(raw):
    vm=be.chain.get_vm(be.chain.get_canonical_head())
    try: tx=vm.get_transaction_builder().decode(raw)
    except Exception as e: raise E(-32602,f'rlp: {e}'.split('\n')[0][:200])
    return tx
def add(raw):
    tx=decode(raw); h=keccak(raw); t,cap,tip=fields(tx)
    cid=tx.chain_id
    if cid is None: raise E(-32000,'only replay-protected (EIP-155) transactions allowed over RPC')
    if cid!=a.chain_id: raise E(-32000,f'invalid chain id for signer: have {cid} want {a.chain_id}')
    try: tx.check_signature_validity() if hasattr(tx,'check_signature_validity') else None; s=tx.sender
    except Exception: raise E(-32000,'invalid sender')
    if h in raws: raise E(-32000,'already known')
    if tip>cap: raise E(-32000,f'max priority fee per gas higher than max fee per gas: address {cs(s)}, maxPriorityFeePerGas: {tip}, maxFeePerGas: {cap}')
    if tx.gas>be.chain.get_canonical_head().gas_limit: raise E(-32000,'exceeds block gas limit')
    if tx.gas<tx.intrinsic_gas: raise E(-32000,f'intrinsic gas too low: gas {tx.gas}, minimum needed {tx.intrinsic_gas}')
    n=be.get_nonce(s); bal=be.get_balance(s); cost=tx.gas*cap+tx.value
    if tx.nonce<n: raise E(-32000,f'nonce too low: next nonce {n}, tx nonce {tx.nonce}')
    if bal<cost: raise E(-32000,f'insufficient funds for gas * price + value: balance {bal}, tx cost {cost}, overshot {cost-bal}')
    if tip<1: raise E(-32000,'transaction underpriced: gas tip cap 0, minimum needed 1')
    q=pool.setdefault(s,{}); o=q.get(tx.nonce)
    if o:
        _,oc,ot=fields(o[0])
        if cap<oc*110//100+ (1 if oc*110%100 else 0) or tip<ot*110//100+(1 if ot*110%100 else 0): raise E(-32000,'replacement transaction underpriced')
        raws.pop(o[1],None)
    q[tx.nonce]=(tx,h,raw); raws[h]=(s,tx.nonce)
    return h
def mine(n=1):
    out=[]
    for _ in range(n):
        b=nextbase(); used=0; lim=be.chain.get_canonical_head().gas_limit; seen=set()
        while True:
            best=None
            for s,q in pool.items():
                if s in seen: continue
                k=be.chain.get_vm().state.get_nonce(s) if False else nn(s); e=q.get(k)
                if e is None: continue
                _,cap,tip=fields(e[0]); eff=min(tip,cap-b)
                if eff<0 or used+e[0].gas>lim: continue
                if best is None or eff>best[0]: best=(eff,s,k,e)
            if best is None: break
            _,s,k,e=best
            try: be.send_raw_transaction(e[2]); used+=e[0].gas; bump[s]=k+1
            except Exception as x: sys.stderr.write(f'drop {e[1].hex()}: {x}\n'); seen.add(s)
            pool[s].pop(k,None); raws.pop(e[1],None)
        out+=T.mine_blocks(1); bump.clear()
        for s,q in list(pool.items()):
            for k in [k for k in q if k<be.get_nonce(s)]: raws.pop(q.pop(k)[1],None)
    return out
bump={}
def nn(s): return bump.get(s,be.get_nonce(s))
def pnonce(s):
    n=be.get_nonce(s); q=pool.get(s,{})
    while n in q: n+=1
    return n
def enc(x,k=None):
    if isinstance(x,bool) or x is None or isinstance(x,float): return x
    if isinstance(x,int): return hex(x)
    if isinstance(x,(bytes,bytearray)): return '0x'+bytes(x).hex()
    if isinstance(x,(list,tuple)): return [enc(i) for i in x]
    if hasattr(x,'items'): return {kk:enc(v) for kk,v in x.items()}
    return x
def h2i(v): return int(v,16) if isinstance(v,str) else v
def poolview(e,s):
    tx,h,_=e; t,cap,tip=fields(tx)
    d=dict(hash=h,type=t,nonce=tx.nonce,gas=tx.gas,value=tx.value,input=tx.data,to=cs(tx.to) if tx.to else None,chainId=tx.chain_id,blockHash=None,blockNumber=None,transactionIndex=None,gasPrice=cap,**{'from':cs(s)})
    if t>=2: d.update(maxFeePerGas=cap,maxPriorityFeePerGas=tip)
    if t: d.update(v=tx.y_parity,yParity=tx.y_parity)
    else: d['v']=tx.v
    d.update(r=tx.r,s=tx.s); return enc(d)
def blk(tag):
    hd=be.chain.get_canonical_head().block_number
    if tag in('latest','pending','safe','finalized',None): return hd
    return 0 if tag=='earliest' else h2i(tag)
def feehist(cnt,newest,pcts=None):
    cnt=min(h2i(cnt),1024); hi=blk(newest); head=be.chain.get_canonical_head().block_number
    if hi>head: raise E(-32000,f'request beyond head block: requested {hi}, head {head}')
    lo=max(0,hi-cnt+1); B=[];G=[];Rw=[]
    for i in range(lo,hi+1):
        bk=be.chain.get_canonical_block_by_number(i); hd=bk.header; B.append(hd.base_fee_per_gas); G.append(hd.gas_used/hd.gas_limit)
        if pcts:
            rs=bk.get_receipts(be.chain.chaindb) if bk.transactions else []; prev=0; L_=[]
            for tx,rc in zip(bk.transactions,rs):
                g=rc.gas_used-prev; prev=rc.gas_used; _,cap,tip=fields(tx); L_.append((min(tip,cap-hd.base_fee_per_gas),g))
            L_.sort(); row=[]
            for p in pcts:
                if not L_: row.append(0); continue
                thr=p/100*hd.gas_used; acc=0
                for v,g in L_:
                    acc+=g
                    if acc>=thr: break
                row.append(v)
            Rw.append(row)
    if hi<head: B.append(be.chain.get_canonical_block_header_by_number(hi+1).base_fee_per_gas)
    else: B.append(nextbase())
    r=dict(oldestBlock=hex(lo),baseFeePerGas=[hex(x) for x in B],gasUsedRatio=G)
    if pcts: r['reward']=[[hex(v) for v in row] for row in Rw]
    return r
def rev(e):
    d=e.args[0]
    if isinstance(d,Exception): d=d.args[0] if d.args else b''
    if isinstance(d,(bytes,bytearray)):
        m='execution reverted'
        if bytes(d[:4])==bytes.fromhex('08c379a0'):
            n=int.from_bytes(d[36:68],'big'); m+=': '+bytes(d[68:68+n]).decode('utf8','replace')
        return E(3,m,'0x'+bytes(d).hex()) if d else E(-32000,m)
    return E(3,str(d))
def txobj(p):
    p=dict(p); p.setdefault('from','0x'+'00'*20); 
    if 'input' in p: p['data']=p.pop('input')
    for k in('gas','value','gasPrice','maxFeePerGas','maxPriorityFeePerGas','nonce','chainId','type'):
        if k in p: p[k]=h2i(p[k])
    p.pop('type',None); p.pop('chainId',None) if p.get('chainId')==a.chain_id and 'maxFeePerGas' not in p else None
    if 'gas' not in p: p['gas']=25_000_000
    p['from']=cs(p['from']); 
    if p.get('to'): p['to']=cs(p['to'])
    else: p.pop('to',None)
    b=base()
    if 'gasPrice' in p and p['gasPrice']<b: p.pop('gasPrice')
    if 'gasPrice' not in p and 'maxFeePerGas' not in p: p['maxFeePerGas']=p['maxPriorityFeePerGas']=0
    return p
def evm_call(p,tag,est=False):
    m={'maxFeePerGas':'max_fee_per_gas','maxPriorityFeePerGas':'max_priority_fee_per_gas','gasPrice':'gas_price','accessList':'access_list','chainId':'chain_id'}
    q={m.get(k,k):v for k,v in p.items()}
    if 'access_list' in q: q['access_list']=[{'address':x['address'],'storage_keys':x['storageKeys']} for x in q['access_list']]
    # zero-fee simulation, as geth does: run with base fee ignored by giving the sender a covering fee
    if q.get('max_fee_per_gas')==0: q['max_fee_per_gas']=base()*2; q['max_priority_fee_per_gas']=0
    bal=be.get_balance(bytes.fromhex(q['from'][2:])); fee=q.get('max_fee_per_gas') or q.get('gas_price') or 1; room=(bal-q.get('value',0))//fee
    if bal<q.get('value',0): raise E(-32000,f'insufficient funds for gas * price + value: address {q["from"]} have {bal} want {q.get("value",0)}')
    q['gas']=max(min(q['gas'],room),21000) if q['from'] != '0x'+'00'*20 else q['gas']
    if q['from']=='0x'+'00'*20 or room<21000: q['from']=T.get_accounts()[-1]
    from eth_tester.backends.pyevm.main import _execute_and_revert_transaction as run
    blkid='latest' if tag in(None,'pending','safe','finalized') else tag if tag in('latest','earliest') else h2i(tag)
    def go(g):
        d=dict(q); d['gas']=g
        try: n=T.normalizer.normalize_inbound_transaction(d)
        except AttributeError: n=d
        ev=be._get_normalized_and_unsigned_evm_transaction(n,blkid)
        from eth.vm.spoof import SpoofTransaction
        return run(be.chain,SpoofTransaction(ev,from_=n['from']),blkid)
    try:
        c=go(q['gas'])
        if c.is_error:
            er=c._error
            raise rev(TransactionFailed(bytes(c.output))) if type(er).__name__=='Revert' else E(-32000,{'OutOfGas':'out of gas','InvalidInstruction':'invalid opcode'}.get(type(er).__name__,str(er)))
        if not est: return enc(bytes(c.output))
        lo=c.get_gas_used()-1+(0); hi=q['gas']
        lo=max(lo,20999); 
        data=bytes.fromhex((p.get('data') or '0x')[2:]); lo=max(lo,20999+10*sum(4 if b else 1 for b in data))   # floor price, EIP-7623
        try: good=not go(lo+1).is_error
        except (ValidationError,EUValidationError): good=False
        if good: return hex(lo+1)
        while hi-lo>max(1,hi//1000):
            mid=min((lo+hi)//2,lo*2)
            try: bad=go(mid).is_error
            except (ValidationError,EUValidationError): bad=True
            if bad: lo=mid
            else: hi=mid
        return hex(hi)
    except (ValidationError,EUValidationError,VMError) as e: raise E(-32000,str(e))
def call(m,p):
    global automine
    if m in('eth_chainId',): return hex(a.chain_id)
    if m=='net_version': return str(a.chain_id)
    if m=='web3_clientVersion': return 'devnode/py-evm-prague'
    if m=='eth_gasPrice': return hex(base()+10**9)
    if m=='eth_maxPriorityFeePerGas': return hex(10**9)
    if m=='eth_feeHistory': return feehist(*p)
    if m=='eth_sendRawTransaction':
        try: raw=bytes.fromhex(p[0].removeprefix('0x'))
        except Exception: raise E(-32602,'invalid argument 0: hex string')
        h=add(raw)
        if automine: mine()
        return '0x'+h.hex()
    if m=='eth_getTransactionCount': 
        s=bytes.fromhex(p[0][2:]); 
        return hex(pnonce(s)) if len(p)>1 and p[1]=='pending' else hex(T.get_nonce(cs(p[0]),p[1] if len(p)>1 and p[1] in('latest','earliest','safe','finalized') else blk(p[1] if len(p)>1 else None)))
    if m=='eth_getTransactionByHash':
        h=bytes.fromhex(p[0][2:])
        if h in raws: s,n=raws[h]; return poolview(pool[s][n],s)
    if m in('eth_call','eth_estimateGas'): return evm_call(txobj(p[0]),p[1] if len(p)>1 else None,m=='eth_estimateGas')
    if m=='txpool_content':
        r=dict(pending={},queued={})
        for s,q in pool.items():
            k=be.get_nonce(s)
            for n in sorted(q): 
                r['pending' if n<pnonce(s) else 'queued'].setdefault(cs(s),{})[str(n)]=poolview(q[n],s)
        return r
    if m=='txpool_status':
        P=sum(pnonce(s)-be.get_nonce(s) for s in pool); return dict(pending=hex(P),queued=hex(sum(map(len,pool.values()))-P))
    if m=='evm_mine': mine(h2i(p[0]) if p and not isinstance(p[0],dict) else 1); return '0x0'
    if m=='evm_setAutomine': automine=p[0]; return True
    if m=='evm_snapshot': i=len(snaps)+1; snaps[i]=T.take_snapshot(); return hex(i)
    if m=='evm_revert': T.revert_to_snapshot(snaps.pop(h2i(p[0]))); return True
    if m=='evm_increaseTime': T.time_travel(T.get_block_by_number('pending')['timestamp']+h2i(p[0])); return True
    if m in('anvil_dropTransaction','hardhat_dropTransaction'):
        h=bytes.fromhex(p[0][2:]); 
        if h not in raws: return None
        s,n=raws.pop(h); pool[s].pop(n); return p[0]
    if m=='dev_fault': faults.append(dict(p[0])); return True   # {"kind":"http","status":429,"count":2,"method":"eth_call"} ...
    if m=='eth_getLogs':
        f=dict(p[0])
        if 'blockHash' in f: n=T.get_block_by_hash(f.pop('blockHash'))['number']; f['fromBlock']=f['toBlock']=n
        for k in('fromBlock','toBlock'):
            if isinstance(f.get(k),str) and f[k].startswith('0x'): f[k]=int(f[k],16)
        if isinstance(f.get('toBlock'),int): f['toBlock']=min(f['toBlock'],blk('latest'))
        p=[f]
    if m in('eth_getBalance','eth_getCode') and len(p)>1 and p[1] in('pending','safe','finalized'): p=[p[0],'latest']
    try: r=REQ(m,p)
    except TransactionFailed as e: raise rev(e)
    except (TransactionNotFound,BlockNotFound): return None
    except (ValidationError,ValueError,TypeError,KeyError) as e: raise E(-32602,str(e))
    if 'error' in r: er=r['error']; raise E(-32601,f'the method {m} does not exist/is not available') if not isinstance(er,str) else E(3,er)
    r=enc(r['result'])
    if m=='eth_getTransactionReceipt' and r:
        tx=T.get_transaction_by_hash(p[0]); r.update({'from':tx['from'],'to':tx['to'] or None}); r.pop('state_root',None); bl=0
        for lg in r['logs']:
            lg.setdefault('removed',False); lg.pop('type',None)
            for v in [lg['address']]+lg['topics']:
                k=keccak(hexstr=v)
                for i in(0,2,4): bl|=1<<(((k[i]<<8)|k[i+1])&2047)
        r['logsBloom']='0x%0512x'%bl
    if m=='eth_getLogs':
        for lg in r: lg.setdefault('removed',False); lg.pop('type',None)
    if m.startswith('eth_getBlockBy') and r: 
        if isinstance(r.get('nonce'),str): r['nonce']='0x'+r['nonce'][2:].rjust(16,'0')
    return r
class H(BaseHTTPRequestHandler):
    protocol_version='HTTP/1.1'; wbufsize=-1; disable_nagle_algorithm=True
    def log_message(s,*_): pass
    def one(s,q):
        i=q.get('id') if isinstance(q,dict) else None
        if not isinstance(q,dict) or 'method' not in q: return dict(jsonrpc='2.0',id=None,error=dict(code=-32600,message='invalid request'))
        try:
            with L: return dict(jsonrpc='2.0',id=i,result=call(q['method'],q.get('params') or []))
        except E as e:
            er=dict(code=e.code,message=e.msg)
            if e.data is not None: er['data']=e.data
            return dict(jsonrpc='2.0',id=i,error=er)
        except Exception as e: return dict(jsonrpc='2.0',id=i,error=dict(code=-32603,message=f'{type(e).__name__}: {e}'))
    def do_POST(s):
        b=s.rfile.read(int(s.headers.get('content-length',0)))
        try: q=json.loads(b)
        except Exception: return s.out(200,dict(jsonrpc='2.0',id=None,error=dict(code=-32700,message='parse error')))
        names=[x.get('method') for x in q] if isinstance(q,list) else [q.get('method')] if isinstance(q,dict) else []
        for f in list(faults):
            if f.get('method') and f['method'] not in names or 'dev_fault' in names: continue
            f['count']=f.get('count',1)-1
            if f['count']<=0: faults.remove(f)
            k=f['kind']
            if k=='delay': time.sleep(f['seconds'])
            elif k=='http': return s.out(f['status'],dict(error='fault'),{'retry-after':str(f.get('retryAfter',1))})
            elif k=='close': s.close_connection=True; s.connection.close(); return
            elif k=='garbage': return s.raw(200,b'<html>bad gateway</html>')
            elif k=='wrongid': r=s.one(q); r['id']=999999; return s.out(200,r)
            elif k=='truncate': o=json.dumps(s.one(q)).encode(); s.send_response(200); s.send_header('content-length',str(len(o))); s.end_headers(); s.wfile.write(o[:len(o)//2]); s.close_connection=True; return
            elif k=='rpc': return s.out(200,dict(jsonrpc='2.0',id=q.get('id'),error=dict(code=f['code'],message=f.get('message','fault'))))
            elif k=='result': return s.out(200,dict(jsonrpc='2.0',id=q.get('id'),result=f['result']))
        s.out(200,[s.one(x) for x in q] if isinstance(q,list) else s.one(q))
    def out(s,st,o,hd={}): s.raw(st,json.dumps(o).encode(),hd)
    def raw(s,st,o,hd={}):
        s.send_response(st); s.send_header('content-type','application/json'); s.send_header('content-length',str(len(o)))
        for k,v in hd.items(): s.send_header(k,v)
        s.end_headers(); s.wfile.write(o); s.wfile.flush()
if a.block_time:
    def tick():
        while True:
            time.sleep(a.block_time)
            with L: mine()
    threading.Thread(target=tick,daemon=True).start()
if a.until_stdin_closes:
    import os
    threading.Thread(target=lambda:(sys.stdin.read(),os._exit(0)),daemon=True).start()   # whoever started us is gone
class S(ThreadingHTTPServer): request_queue_size=128; daemon_threads=True
srv=S(('127.0.0.1',a.port),H)
print(f'devnode ready http://127.0.0.1:{srv.server_address[1]} chain {a.chain_id} startup {time.time()-T0:.2f}s {T.get_accounts()[0]}',flush=True); srv.serve_forever()
