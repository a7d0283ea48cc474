#include <openssl/bn.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const unsigned char *data;
    size_t length;
} bytes;

extern BIGNUM *N, *g;

/* A function that must refuse its input stores a reason and jumps to after_refusal. */
extern jmp_buf after_refusal;
extern const char *refusal_reason;
void refuse_if(bool condition, const char *reason);

/* Integers and bytes exist from begin() to end(). */
void begin(void);
void end(void);
unsigned char *allocate(size_t length);

bytes text(const char *string);
#define JOIN(...) join((const bytes[]){__VA_ARGS__}, sizeof((const bytes[]){__VA_ARGS__}) / sizeof(bytes))
bytes join(const bytes *parts, size_t count);
bytes from_hex(bytes digits);
bytes to_hex(bytes data);
bytes to_base64(bytes data);
bytes from_base64(bytes digits);
BIGNUM *read_hex(bytes digits);
bytes digits(const BIGNUM *n);
BIGNUM *integer(bytes big_endian);
bytes pad_hex(const BIGNUM *n);
bytes sha256(bytes message);
bytes hmac(bytes key, bytes message);
bytes hkdf_expand(bytes prk, bytes info, size_t length);

BIGNUM *hash_integers(const BIGNUM *first, const BIGNUM *second);
BIGNUM *power(const BIGNUM *base, const BIGNUM *exponent);
BIGNUM *premaster_secret(const BIGNUM *a, const BIGNUM *B, const BIGNUM *u, const BIGNUM *x);
bytes session_key_prk(const BIGNUM *S, const BIGNUM *u);
bytes session_key(const BIGNUM *S, const BIGNUM *u);
bytes timestamp(long long ms);
