#include "addresses.h"
#include "include/CRemote.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  uint8_t start[16];
  int bits;
} range;

// IANA's special-purpose registries of IPv4 and IPv6, and multicast.
static const range ranges4[] = {
    {{0}, 8},               // this network
    {{10}, 8},              // private
    {{100, 64}, 10},        // shared by a carrier
    {{127}, 8},             // loopback
    {{169, 254}, 16},       // link-local, and the metadata of clouds
    {{172, 16}, 12},        // private
    {{192, 0, 0}, 24},      // protocols
    {{192, 0, 2}, 24},      // documentation
    {{192, 88, 99}, 24},    // relays of 6to4
    {{192, 168}, 16},       // private
    {{198, 18}, 15},        // measurements
    {{198, 51, 100}, 24},   // documentation
    {{203, 0, 113}, 24},    // documentation
    {{224}, 4},             // multicast
    {{240}, 4},             // reserved, and broadcast
};

// Of IPv6 only 2000::/3 is public at all, and these are not.
static const range ranges6[] = {
    {{0x20, 0x01}, 23},              // protocols; Teredo, which hides an address of IPv4
    {{0x20, 0x01, 0x0D, 0xB8}, 32},  // documentation
    {{0x3F, 0xFF}, 20},              // documentation
};

// Networks that have only IPv6 reach those of IPv4 by this prefix (RFC 6052): what follows it decides.
static const uint8_t translated[12] = {0x00, 0x64, 0xFF, 0x9B};

static bool lies_in(const range *range, const uint8_t *bytes) {
  int whole = range->bits / 8;
  int rest = range->bits % 8;
  if (memcmp(range->start, bytes, (size_t)whole) != 0) return false;
  return rest == 0 || (range->start[whole] ^ bytes[whole]) >> (8 - rest) == 0;
}

static bool is_private4(const uint8_t *bytes) {
  for (size_t index = 0; index < sizeof ranges4 / sizeof *ranges4; index++) {
    if (lies_in(&ranges4[index], bytes)) return true;
  }
  return false;
}

bool crem_is_private(const uint8_t *bytes, size_t count) {
  if (count == 4) return is_private4(bytes);
  if (count != 16) return true;
  if (memcmp(bytes, translated, sizeof translated) == 0) return is_private4(bytes + 12);
  if (bytes[0] >> 5 != 1) return true;
  // 6to4 has the address of IPv4 behind its first two bytes.
  if (bytes[0] == 0x20 && bytes[1] == 0x02) return is_private4(bytes + 2);
  for (size_t index = 0; index < sizeof ranges6 / sizeof *ranges6; index++) {
    if (lies_in(&ranges6[index], bytes)) return true;
  }
  return false;
}

bool crem_sockaddr_is_private(const struct sockaddr *address) {
  if (address->sa_family == AF_INET) {
    struct sockaddr_in in;
    memcpy(&in, address, sizeof in);
    return crem_is_private((const uint8_t *)&in.sin_addr, 4);
  }
  if (address->sa_family == AF_INET6) {
    struct sockaddr_in6 in;
    memcpy(&in, address, sizeof in);
    return crem_is_private((const uint8_t *)&in.sin6_addr, 16);
  }
  return true;
}

size_t crem_sockaddr_text(const struct sockaddr *address, char *text, size_t size) {
  char host[INET6_ADDRSTRLEN] = "?";
  int port = 0;
  const char *form = "%s:%d";
  if (address->sa_family == AF_INET) {
    struct sockaddr_in in;
    memcpy(&in, address, sizeof in);
    inet_ntop(AF_INET, &in.sin_addr, host, sizeof host);
    port = ntohs(in.sin_port);
  } else if (address->sa_family == AF_INET6) {
    struct sockaddr_in6 in;
    memcpy(&in, address, sizeof in);
    inet_ntop(AF_INET6, &in.sin6_addr, host, sizeof host);
    port = ntohs(in.sin6_port);
    form = "[%s]:%d";
  }
  snprintf(text, size, form, host, port);
  return strlen(host) + (form[0] == '[' ? 2 : 0);
}

int crem_numeric_host_is_private(const char *host) {
  struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  if (getaddrinfo(host, NULL, &hints, &found) != 0 || found == NULL) return -1;
  int is_private = crem_sockaddr_is_private(found->ai_addr);
  freeaddrinfo(found);
  return is_private;
}

size_t crem_resolve(const char *host, int port, char *texts, size_t room) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  char service[16];
  snprintf(service, sizeof service, "%d", port);
  if (getaddrinfo(host, service, &hints, &found) != 0) return 0;
  size_t count = 0;
  for (const struct addrinfo *next = found; next != NULL && count < room; next = next->ai_next) {
    crem_sockaddr_text(next->ai_addr, texts + count * CREM_ADDRESS_SIZE, CREM_ADDRESS_SIZE);
    count++;
  }
  freeaddrinfo(found);
  return count;
}
