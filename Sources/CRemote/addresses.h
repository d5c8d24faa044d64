#ifndef CREMOTE_ADDRESSES_H
#define CREMOTE_ADDRESSES_H

#include <stdbool.h>
#include <sys/socket.h>

/// Whether an address of a socket is one that crem_is_private; one of a family that is not the internet's is.
bool crem_sockaddr_is_private(const struct sockaddr *address);

/// Writes an address with its port, and gives back how many characters it has without it.
size_t crem_sockaddr_text(const struct sockaddr *address, char *text, size_t size);

#endif
