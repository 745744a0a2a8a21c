// DH_SANITIZED: built with AddressSanitizer or ThreadSanitizer, whose shadow memory needs terabytes of
// address space.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DH_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define DH_SANITIZED
#endif
#endif
