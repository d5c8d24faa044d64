#ifndef CREMOTE_ADDRESSES_H
#define CREMOTE_ADDRESSES_H

#include <stdbool.h>
#include <sys/socket.h>

/// The same of an address of a socket; one of a family that is not the internet's counts as private.
bool crem_sockaddr_is_private(const struct sockaddr *address);

/// Writes an address with its port, and gives back how many characters it has without it.
size_t crem_sockaddr_text(const struct sockaddr *address, char *text, size_t size);

#endif
