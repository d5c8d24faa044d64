#include "addresses.h"
#include "include/CRemote.h"
#include "library.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/// Header lines of an answer beyond this are an attack.
#define HEADER_LIMIT (1 << 18)
/// Of a body that nobody wants so much is read, for the sake of the connection.
#define UNWANTED_LIMIT (1 << 16)

#define EXEMPT_LIMIT 32

struct crem_session {
  CURLM *multi;
  bool refuses_private;
  char *user_agent;
  char *certificates;
  char exempt[EXEMPT_LIMIT][CREM_ADDRESS_SIZE];
  size_t exempt_count;
  crem_transfer *transfers;
  crem_transfer *ended;
  int64_t received;
};

struct crem_transfer {
  crem_session *session;
  crem_transfer *next;
  CURL *easy;
  struct curl_slist *headers;
  int descriptor;
  int64_t byte_limit;
  /// What the transfer was stopped for from here.
  bool too_large;
  int64_t unwanted_bytes;
  int write_errno;
  bool refused;
  bool has_large_header;
  char *lines;
  size_t line_bytes;
  bool lines_complete;
  char error[CURL_ERROR_SIZE];
  crem_outcome outcome;
};

// MARK: what libcurl calls

static bool is_wanted(long status) { return status == 200 || status == 203; }

static size_t take_body(char *bytes, size_t size, size_t count, void *pointer) {
  crem_transfer *transfer = pointer;
  size *= count;
  transfer->session->received += (int64_t)size;
  long status = 0;
  crem_curl.easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
  if (!is_wanted(status)) {
    transfer->unwanted_bytes += (int64_t)size;
    return transfer->unwanted_bytes <= UNWANTED_LIMIT ? size : 0;
  }
  curl_off_t promised = -1;
  crem_curl.easy_getinfo(transfer->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &promised);
  int64_t received = transfer->outcome.received;
  if (promised > transfer->byte_limit || received + (int64_t)size > transfer->byte_limit) {
    transfer->too_large = true;
    return 0;
  }
  for (size_t written = 0; written < size;) {
    ssize_t result = write(transfer->descriptor, bytes + written, size - written);
    if (result < 0 && errno == EINTR) continue;
    if (result < 0) {
      transfer->write_errno = errno;
      return 0;
    }
    written += (size_t)result;
  }
  transfer->outcome.received += (int64_t)size;
  return size;
}

static size_t take_header(char *bytes, size_t size, size_t count, void *pointer) {
  crem_transfer *transfer = pointer;
  size *= count;
  // A status line begins an answer, and one that came before was a preliminary one. An empty line ends it; what
  // comes after the body is not looked at.
  if (size >= 5 && strncasecmp(bytes, "HTTP/", 5) == 0) {
    transfer->line_bytes = 0;
    transfer->lines_complete = false;
  }
  if (transfer->lines_complete) return size;
  if (size <= 2) {
    transfer->lines_complete = true;
    return size;
  }
  if (transfer->line_bytes + size > HEADER_LIMIT) {
    transfer->has_large_header = true;
    return 0;
  }
  char *lines = realloc(transfer->lines, transfer->line_bytes + size);
  if (lines == NULL) return 0;
  memcpy(lines + transfer->line_bytes, bytes, size);
  transfer->lines = lines;
  transfer->line_bytes += size;
  return size;
}

static bool is_exempt(const crem_session *session, const char *text, size_t host_length) {
  for (size_t index = 0; index < session->exempt_count; index++) {
    const char *exempt = session->exempt[index];
    if (strcmp(exempt, text) == 0) return true;
    if (strlen(exempt) == host_length && strncmp(exempt, text, host_length) == 0) return true;
  }
  return false;
}

/// Called with each address of a host before it is connected to: a name can lead anywhere, and elsewhere the next
/// time it is asked for.
static curl_socket_t open_socket(
    void *pointer, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  crem_transfer *transfer = pointer;
  char text[CREM_ADDRESS_SIZE];
  size_t host_length = crem_sockaddr_text(&address->addr, text, sizeof text);
  const crem_session *session = transfer->session;
  if (session->refuses_private && crem_sockaddr_is_private(&address->addr) &&
      !is_exempt(session, text, host_length)) {
    text[host_length] = 0;
    memcpy(transfer->outcome.private_address, text, sizeof text);
    transfer->refused = true;
    return CURL_SOCKET_BAD;
  }
  int type = address->socktype;
#ifdef SOCK_CLOEXEC
  type |= SOCK_CLOEXEC;
#endif
  int descriptor = socket(address->family, type, address->protocol);
#ifndef SOCK_CLOEXEC
  if (descriptor >= 0) (void)fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#endif
  return descriptor < 0 ? CURL_SOCKET_BAD : descriptor;
}

// MARK: sessions

crem_session *crem_session_create(
    int connections, int host_connections, bool refuses_private, const char *user_agent,
    const char *certificates) {
  crem_session *session = calloc(1, sizeof *session);
  if (session == NULL) return NULL;
  session->refuses_private = refuses_private;
  session->user_agent = strdup(user_agent);
  session->certificates = certificates != NULL ? strdup(certificates) : NULL;
  session->multi = crem_curl.multi_init();
  if (session->multi == NULL || session->user_agent == NULL ||
      (certificates != NULL && session->certificates == NULL)) {
    crem_session_destroy(session);
    return NULL;
  }
  crem_curl.multi_setopt(session->multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
  crem_curl.multi_setopt(session->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, (long)connections);
  crem_curl.multi_setopt(session->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)host_connections);
  return session;
}

bool crem_session_exempt(crem_session *session, const char *address) {
  if (session->exempt_count == EXEMPT_LIMIT || strlen(address) >= CREM_ADDRESS_SIZE) return false;
  strcpy(session->exempt[session->exempt_count++], address);
  return true;
}

static void destroy_transfer(crem_transfer *transfer) {
  if (transfer->easy != NULL) crem_curl.easy_cleanup(transfer->easy);
  crem_curl.slist_free_all(transfer->headers);
  free(transfer->lines);
  free(transfer);
}

static void unlink_transfer(crem_transfer **list, const crem_transfer *transfer) {
  while (*list != NULL && *list != transfer) list = &(*list)->next;
  if (*list != NULL) *list = transfer->next;
}

void crem_session_destroy(crem_session *session) {
  while (session->transfers != NULL) {
    crem_transfer *transfer = session->transfers;
    session->transfers = transfer->next;
    crem_curl.multi_remove_handle(session->multi, transfer->easy);
    destroy_transfer(transfer);
  }
  while (session->ended != NULL) {
    crem_transfer *transfer = session->ended;
    session->ended = transfer->next;
    destroy_transfer(transfer);
  }
  if (session->multi != NULL) crem_curl.multi_cleanup(session->multi);
  free(session->user_agent);
  free(session->certificates);
  free(session);
}

int64_t crem_received(const crem_session *session) { return session->received; }

// MARK: starting

/// Only the two protocols, whatever else the library can do.
static CURLcode limit_protocols(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  CURLcode code = crem_curl.easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  if (code != CURLE_UNKNOWN_OPTION) return code;
#endif
  return crem_curl.easy_setopt(
      easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

static CURLcode set_up(
    crem_transfer *transfer, const char *address, const crem_limits *limits) {
  const crem_session *session = transfer->session;
  CURL *easy = transfer->easy;
  CURLcode code;
// What is not known to an old library must not be passed over: each of these is a promise.
#define SET(option, value) \
  if ((code = crem_curl.easy_setopt(easy, option, value)) != CURLE_OK) return code
  if ((code = limit_protocols(easy)) != CURLE_OK) return code;
  SET(CURLOPT_URL, address);
  SET(CURLOPT_USERAGENT, session->user_agent);
  SET(CURLOPT_HTTPHEADER, transfer->headers);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  SET(CURLOPT_SSL_VERIFYPEER, 1L);
  SET(CURLOPT_SSL_VERIFYHOST, 2L);
  SET(CURLOPT_CONNECTTIMEOUT_MS, (long)limits->connect_milliseconds);
  SET(CURLOPT_TIMEOUT_MS, (long)limits->total_milliseconds);
  SET(CURLOPT_LOW_SPEED_LIMIT, 100L);
  SET(CURLOPT_LOW_SPEED_TIME, (long)limits->stall_seconds);
  SET(CURLOPT_WRITEFUNCTION, take_body);
  SET(CURLOPT_WRITEDATA, transfer);
  SET(CURLOPT_HEADERFUNCTION, take_header);
  SET(CURLOPT_HEADERDATA, transfer);
  SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
  SET(CURLOPT_OPENSOCKETDATA, transfer);
  SET(CURLOPT_ERRORBUFFER, transfer->error);
  SET(CURLOPT_PRIVATE, transfer);
  SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  if (session->certificates != NULL) SET(CURLOPT_CAINFO, session->certificates);
#undef SET
  // A library without HTTP/2 does without it. To wait for a connection that others share pays only where that can
  // come: without TLS the wait would be one for the end of the transfer before.
  crem_curl.easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  crem_curl.easy_setopt(easy, CURLOPT_PIPEWAIT, (long)(strncmp(address, "https:", 6) == 0));
  return CURLE_OK;
}

/// Adds lines, each with a line feed at its end.
static bool add_headers(crem_transfer *transfer, const char *lines) {
  for (const char *end; (end = strchr(lines, '\n')) != NULL; lines = end + 1) {
    char *line = strndup(lines, (size_t)(end - lines));
    struct curl_slist *longer =
        line != NULL ? crem_curl.slist_append(transfer->headers, line) : NULL;
    free(line);
    if (longer == NULL) return false;
    transfer->headers = longer;
  }
  return true;
}

bool crem_start(
    crem_session *session, const char *address, const char *headers, int descriptor,
    const crem_limits *limits, uint64_t tag, char *message) {
  crem_transfer *transfer = calloc(1, sizeof *transfer);
  CURLcode code = CURLE_OUT_OF_MEMORY;
  if (transfer == NULL) goto failed;
  transfer->session = session;
  transfer->descriptor = descriptor;
  transfer->byte_limit = limits->bytes;
  transfer->outcome.tag = tag;
  transfer->outcome.promised = -1;
  transfer->easy = crem_curl.easy_init();
  if (transfer->easy == NULL || !add_headers(transfer, headers)) goto failed;
  code = set_up(transfer, address, limits);
  if (code != CURLE_OK) goto failed;
  code = CURLE_OUT_OF_MEMORY;
  if (crem_curl.multi_add_handle(session->multi, transfer->easy) != CURLM_OK) goto failed;
  transfer->next = session->transfers;
  session->transfers = transfer;
  return true;
failed:
  snprintf(message, CREM_MESSAGE_SIZE, "%s", crem_curl.easy_strerror(code));
  if (transfer != NULL) destroy_transfer(transfer);
  return false;
}

// MARK: going on

static crem_result result_of(const crem_transfer *transfer, CURLcode code) {
  long status = transfer->outcome.status;
  if (transfer->too_large) return CREM_TOO_LARGE;
  if (transfer->write_errno != 0) return CREM_NOT_WRITTEN;
  // Of an answer that is no picture only its status counts, however its body ends.
  bool is_unwanted = status >= 200 && !is_wanted(status);
  if (code == CURLE_OK || (is_unwanted && transfer->lines_complete)) return CREM_DONE;
  if (transfer->refused && code == CURLE_COULDNT_CONNECT) return CREM_PRIVATE;
  bool has_begun = status != 0 && transfer->lines_complete;
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT: {
      curl_off_t connected = 0;
      crem_curl.easy_getinfo(transfer->easy, CURLINFO_PRETRANSFER_TIME_T, &connected);
      if (connected == 0) return CREM_CONNECT_TIMEOUT;
      bool is_slow = strncmp(transfer->error, "Operation too slow", 18) == 0;
      return is_slow ? CREM_STALLED : CREM_TIMEOUT;
    }
    case CURLE_PARTIAL_FILE: return CREM_CUT;
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return has_begun ? CREM_CUT : CREM_FAILED;
    default: return CREM_FAILED;
  }
}

/// libcurl has limits of its own below ours, and calls them by other names in each of its versions.
static bool has_large_header(const crem_transfer *transfer, CURLcode code) {
  if (transfer->has_large_header) return true;
  if (transfer->outcome.status == 0 || transfer->lines_complete) return false;
  const int too_large = 100;  // CURLE_TOO_LARGE
  return code == CURLE_OUT_OF_MEMORY || (int)code == too_large ||
         strncmp(transfer->error, "Too large response headers", 26) == 0;
}

static crem_failure failure_of(const crem_transfer *transfer, CURLcode code) {
  if (has_large_header(transfer, code)) return CREM_HEADERS;
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST: return CREM_UNKNOWN_HOST;
    case CURLE_COULDNT_RESOLVE_PROXY: return CREM_UNKNOWN_PROXY;
    case CURLE_COULDNT_CONNECT: return CREM_NOT_CONNECTED;
    case CURLE_GOT_NOTHING: return CREM_NOTHING;
    case CURLE_PEER_FAILED_VERIFICATION: return CREM_CERTIFICATE;
    case CURLE_SSL_CONNECT_ERROR: return CREM_NO_TLS;
    default: return CREM_OTHER;
  }
}

static bool may_pass(CURLcode code) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_PARTIAL_FILE:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return true;
    default: return false;
  }
}

static void conclude(crem_transfer *transfer, CURLcode code) {
  crem_outcome *outcome = &transfer->outcome;
  CURL *easy = transfer->easy;
  long number = 0;
  crem_curl.easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &number);
  outcome->status = (int)number;
  outcome->failure = failure_of(transfer, code);
  outcome->result = result_of(transfer, code);
  outcome->may_pass = may_pass(code) && outcome->failure != CREM_HEADERS;
  outcome->unreachable = code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_CONNECT ||
                         code == CURLE_COULDNT_RESOLVE_PROXY ||
                         outcome->result == CREM_CONNECT_TIMEOUT;
  number = 0;
  crem_curl.easy_getinfo(easy, CURLINFO_OS_ERRNO, &number);
  outcome->error_number = transfer->write_errno != 0 ? transfer->write_errno : (int)number;
  curl_off_t promised = -1;
  crem_curl.easy_getinfo(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &promised);
  outcome->promised = promised;
  snprintf(outcome->message, sizeof outcome->message, "%s",
           transfer->error[0] != 0 ? transfer->error : crem_curl.easy_strerror(code));
  outcome->headers = transfer->lines != NULL ? transfer->lines : "";
  outcome->header_bytes = transfer->line_bytes;
  char *redirect = NULL;
  crem_curl.easy_getinfo(easy, CURLINFO_REDIRECT_URL, &redirect);
  outcome->redirect = redirect;
  // A connection may have been opened by an earlier transfer, so it is asked for its address here.
  char *address = NULL;
  crem_curl.easy_getinfo(easy, CURLINFO_PRIMARY_IP, &address);
  crem_curl.easy_getinfo(easy, CURLINFO_PRIMARY_PORT, &number);
  if (!transfer->refused && address != NULL && crem_numeric_host_is_private(address) == 1) {
    char text[CREM_ADDRESS_SIZE];
    bool is_long = strchr(address, ':') != NULL;
    snprintf(text, sizeof text, is_long ? "[%s]:%ld" : "%s:%ld", address, number);
    size_t host_length = strlen(address) + (is_long ? 2 : 0);
    if (!is_exempt(transfer->session, text, host_length)) {
      text[host_length] = 0;
      memcpy(outcome->private_address, text, sizeof text);
    }
  }
}

void crem_wait(crem_session *session, int milliseconds) {
  // A connection that is closed while it is written to must not end the process; some libraries below libcurl do not
  // ask the system for that. A signal that this thread causes waits for it, and is taken here.
  sigset_t pipe_signal, previous, waiting;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&waiting);
  bool was_waiting = sigismember(&waiting, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &previous);

  int running = 0;
  crem_curl.multi_perform(session->multi, &running);
  bool has_ended = false;
  for (int round = 0; round < 2; round++) {
    int left = 0;
    CURLMsg *message;
    while ((message = crem_curl.multi_info_read(session->multi, &left)) != NULL) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL *easy = message->easy_handle;
      CURLcode code = message->data.result;
      char *pointer = NULL;
      crem_curl.easy_getinfo(easy, CURLINFO_PRIVATE, &pointer);
      crem_transfer *transfer = (crem_transfer *)(void *)pointer;
      conclude(transfer, code);
      crem_curl.multi_remove_handle(session->multi, easy);
      unlink_transfer(&session->transfers, transfer);
      transfer->next = session->ended;
      session->ended = transfer;
      has_ended = true;
    }
    if (has_ended || round == 1) break;
    crem_curl.multi_poll(session->multi, NULL, 0, milliseconds, NULL);
    crem_curl.multi_perform(session->multi, &running);
  }

  sigpending(&waiting);
  if (!was_waiting && sigismember(&waiting, SIGPIPE) == 1) {
    int number;
    sigwait(&pipe_signal, &number);
  }
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
}

crem_transfer *crem_next(crem_session *session) {
  crem_transfer *transfer = session->ended;
  if (transfer != NULL) session->ended = transfer->next;
  return transfer;
}

const crem_outcome *crem_outcome_of(const crem_transfer *transfer) { return &transfer->outcome; }

void crem_release(crem_transfer *transfer) { destroy_transfer(transfer); }
