// Everything that knows libcurl is behind this header: its calls take variable arguments, and its library is
// opened at the first use instead of being linked, so that a command that fetches nothing does not load it.
//
// - No function of Swift runs below one of libcurl: bytes go to a descriptor, headers and outcomes are kept until
//   they are asked for.
// - A session is used by one thread at a time; its transfers belong to it.
// - Strings that are handed over are copied unless it says otherwise.

#ifndef CREMOTE_H
#define CREMOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

#define CREM_MESSAGE_SIZE 256
/// `[` address of IPv6 `]:65535`.
#define CREM_ADDRESS_SIZE 64

/// Opens libcurl, once in a process; any number of threads may call it.
///
/// @param message takes the reason where it cannot be opened.
bool crem_open(char *message);

// MARK: addresses of the network

/// Whether an address of 4 or 16 bytes is not one of the public internet: private, loopback, link-local, shared by
/// a carrier, multicast, reserved, of documentation, or one of IPv4 in a form of IPv6 that hides it.
bool crem_is_private(const uint8_t *bytes, size_t count);

/// The same of a host that is written as a number, in any way that systems read: 127.1, 0x7f000001, ::1.
///
/// @return 1 private, 0 public, -1 for a name.
int crem_numeric_host_is_private(const char *host);

/// The addresses of a host, as `127.0.0.1:3128` and `[::1]:3128`. It asks the network and waits.
///
/// @param texts has room for so many of them, CREM_ADDRESS_SIZE for each.
/// @return how many of them are there.
size_t crem_resolve(const char *host, int port, char *texts, size_t room);

// MARK: transfers

typedef struct crem_session crem_session;
typedef struct crem_transfer crem_transfer;

/// How far a transfer may go.
typedef struct {
  /// More bytes than this end it.
  int64_t bytes;
  int64_t connect_milliseconds;
  int64_t total_milliseconds;
  /// So long it may be slower than 100 bytes a second.
  int64_t stall_seconds;
} crem_limits;

typedef enum {
  /// An answer came, with all that is wanted of it; its status says which.
  CREM_DONE = 0,
  /// A private address was refused, and there was no other one.
  CREM_PRIVATE = 1,
  CREM_TOO_LARGE = 2,
  /// The descriptor took no more; see `error_number`.
  CREM_NOT_WRITTEN = 3,
  CREM_CONNECT_TIMEOUT = 4,
  CREM_STALLED = 5,
  CREM_TIMEOUT = 6,
  /// The body ended before its end.
  CREM_CUT = 7,
  /// Anything else; see `message`.
  CREM_FAILED = 8,
} crem_result;

/// What a failure is about, where that is known better than by libcurl's words.
typedef enum {
  CREM_OTHER = 0,
  CREM_UNKNOWN_HOST = 1,
  CREM_UNKNOWN_PROXY = 2,
  CREM_NOT_CONNECTED = 3,
  /// The server closed the connection before it said anything.
  CREM_NOTHING = 4,
  /// The certificate is not one that is trusted.
  CREM_CERTIFICATE = 5,
  /// Header lines that are too long, or too many of them.
  CREM_HEADERS = 6,
  /// The server does not speak TLS, or none that we do.
  CREM_NO_TLS = 7,
} crem_failure;

/// What a transfer came to. Its strings live as long as the transfer.
typedef struct {
  uint64_t tag;
  crem_result result;
  crem_failure failure;
  /// It may go better the next time.
  bool may_pass;
  /// The host has no address, or nobody listens there.
  bool unreachable;
  /// errno, or 0.
  int error_number;
  char message[CREM_MESSAGE_SIZE];
  /// The private address: the one that was refused, or where the answer came from; empty where there is none.
  char private_address[CREM_ADDRESS_SIZE];
  /// HTTP's status; 0 where no answer came.
  int status;
  /// Bytes of the body that were written, and that were promised; -1 without a promise.
  int64_t received;
  int64_t promised;
  /// The header lines of the answer, the first one with its status, each with its end of line.
  const char *headers;
  size_t header_bytes;
  /// Where a redirect leads to, absolute; NULL where there is none.
  const char *_Nullable redirect;
} crem_outcome;

/// libcurl is open.
///
/// @param refuses_private connects to no address that `crem_is_private`.
/// @param certificates a file of them instead of the system's.
/// @return NULL where memory ran out.
crem_session *_Nullable crem_session_create(
    int connections, int host_connections, bool refuses_private, const char *user_agent,
    const char *_Nullable certificates);

/// Takes an address for a public one, with a port or without: `127.0.0.1`, `[::1]:3128`.
///
/// @return false where there is no room for more.
bool crem_session_exempt(crem_session *session, const char *address);

/// Ends all of its transfers.
void crem_session_destroy(crem_session *session);

/// Starts a GET that follows no redirect, sends no cookies and no passwords, and checks certificates. It goes on in
/// `crem_wait`.
///
/// @param address of http or https.
/// @param headers lines, each with a line feed at its end.
/// @param descriptor where the bytes of a body go that comes with status 200 or 203. It stays the caller's, and open
///   until the transfer is released.
/// @param tag comes back in the outcome.
/// @param message takes the reason where it cannot be started.
bool crem_start(
    crem_session *session, const char *address, const char *headers, int descriptor,
    const crem_limits *limits, uint64_t tag, char *message);

/// Lets transfers go on until one has ended or the time is over.
void crem_wait(crem_session *session, int milliseconds);

/// A transfer that has ended, NULL where there is none; to be released.
crem_transfer *_Nullable crem_next(crem_session *session);

const crem_outcome *crem_outcome_of(const crem_transfer *transfer);

void crem_release(crem_transfer *transfer);

/// Bytes of bodies that the session has received so far.
int64_t crem_received(const crem_session *session);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
