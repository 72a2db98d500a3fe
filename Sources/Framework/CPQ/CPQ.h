#include <libpq-fe.h>
#include <stdlib.h>

/// Connects; what the connection string says counts before the defaults here.
static inline PGconn *CPQConnect(const char *url) {
  // A server that is gone is noticed after some seconds.
  const char *const names[] = {
      "connect_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count",
      "tcp_user_timeout", "fallback_application_name", "dbname", "client_encoding", NULL};
  const char *const values[] = {"10", "10", "5", "2", "20000", "headrace", url, "UTF8", NULL};
  return PQconnectdbParams(names, values, 1);
}

/// Sends a prepared statement. Its parameters are C strings, one after the other in `texts`, which
/// begin at `starts`; a start of -1 is NULL.
static inline int CPQSendPrepared(
    PGconn *connection, const char *name, int count, const char *texts, const int *starts) {
  const char **values = calloc(count > 0 ? count : 1, sizeof *values);
  if (!values) return 0;
  for (int i = 0; i < count; i++) values[i] = starts[i] < 0 ? NULL : texts + starts[i];
  // libpq copies the values into its buffer.
  int result = PQsendQueryPrepared(connection, name, count, values, NULL, NULL, 0);
  free(values);
  return result;
}
