/* Cognito's SRP for a client in C with OpenSSL. */
#define _POSIX_C_SOURCE 200809L
#include "srp.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

jmp_buf after_refusal;
const char *refusal_reason;
BIGNUM *N, *g;
static BN_CTX *context;
static struct block {
    struct block *next;
    unsigned char data[];
} *blocks;

void refuse_if(bool condition, const char *reason) {
    if (!condition) return;
    refusal_reason = reason;
    longjmp(after_refusal, 1);
}

void begin(void) {
    if (!context) {
        context = BN_CTX_new();
        N = BN_get_rfc3526_prime_3072(NULL);
        g = BN_new();
        BN_set_word(g, 2);
    }
    BN_CTX_start(context);
}

void end(void) {
    BN_CTX_end(context);
    for (struct block *next; blocks; blocks = next) {
        next = blocks->next;
        free(blocks);
    }
}

unsigned char *allocate(size_t length) {
    struct block *block = calloc(1, sizeof *block + length + 1);
    if (!block) abort();
    block->next = blocks;
    blocks = block;
    return block->data;
}

bytes text(const char *string) { return (bytes){(const unsigned char *)string, strlen(string)}; }

bytes join(const bytes *parts, size_t count) {
    size_t length = 0;
    for (size_t i = 0; i < count; i++) length += parts[i].length;
    unsigned char *data = allocate(length), *end = data;
    for (size_t i = 0; i < count; end += parts[i++].length) {
        if (parts[i].length > 0) memcpy(end, parts[i].data, parts[i].length);
    }
    return (bytes){data, length};
}

bytes pad_hex(const BIGNUM *n) {
    size_t length = BN_num_bits(n) / 8 + 1;
    unsigned char *data = allocate(length);
    BN_bn2binpad(n, data, length);
    return (bytes){data, length};
}

bytes sha256(bytes message) {
    unsigned char *digest = allocate(32);
    EVP_Digest(message.data, message.length, digest, NULL, EVP_sha256(), NULL);
    return (bytes){digest, 32};
}

bytes hmac(bytes key, bytes message) {
    unsigned char *digest = allocate(32);
    HMAC(EVP_sha256(), key.data, key.length, message.data, message.length, digest, NULL);
    return (bytes){digest, 32};
}

bytes from_hex(bytes digits) {
    unsigned char *data = allocate(digits.length / 2);
    for (size_t i = 0; i < digits.length / 2; i++) sscanf((const char *)digits.data + 2 * i, "%2hhx", &data[i]);
    return (bytes){data, digits.length / 2};
}

bytes to_hex(bytes data) {
    char *digits = (char *)allocate(2 * data.length);
    for (size_t i = 0; i < data.length; i++) sprintf(digits + 2 * i, "%02x", data.data[i]);
    return text(digits);
}

bytes to_base64(bytes data) {
    unsigned char *digits = allocate(4 * ((data.length + 2) / 3));
    int length = EVP_EncodeBlock(digits, data.data, data.length);
    return (bytes){digits, length};
}

bytes from_base64(bytes digits) {
    unsigned char *data = allocate(digits.length);
    int length = EVP_DecodeBlock(data, digits.data, digits.length);
    refuse_if(length < 0 || digits.length % 4 != 0, "not base64");
    for (size_t i = digits.length; i > 0 && digits.data[i - 1] == '='; i--) length--;
    return (bytes){data, length};
}

BIGNUM *read_hex(bytes digits) {
    BIGNUM *n = BN_CTX_get(context);
    bool is_hex = digits.length > 0 && strspn((const char *)digits.data, "0123456789abcdefABCDEF") == digits.length;
    refuse_if(!is_hex || !BN_hex2bn(&n, (const char *)digits.data), "not a hexadecimal number");
    return n;
}

bytes digits(const BIGNUM *n) {
    bytes all = to_hex(pad_hex(n));
    size_t zeros = strspn((const char *)all.data, "0");
    return text((const char *)all.data + (zeros < all.length ? zeros : all.length - 1));
}

bytes hkdf_expand(bytes prk, bytes info, size_t length) {
    bytes okm = {NULL, 0}, block = {NULL, 0};
    for (unsigned char i = 1; okm.length < length; i++) {
        block = hmac(prk, JOIN(block, info, {&i, 1}));
        okm = JOIN(okm, block);
    }
    return (bytes){okm.data, length};
}

BIGNUM *integer(bytes big_endian) {
    return BN_bin2bn(big_endian.data, big_endian.length, BN_CTX_get(context));
}

BIGNUM *hash_integers(const BIGNUM *first, const BIGNUM *second) {
    return integer(sha256(JOIN(pad_hex(first), pad_hex(second))));
}

BIGNUM *power(const BIGNUM *base, const BIGNUM *exponent) {
    BIGNUM *result = BN_CTX_get(context);
    BN_mod_exp(result, base, exponent, N, context);
    return result;
}

BIGNUM *premaster_secret(const BIGNUM *a, const BIGNUM *B, const BIGNUM *u, const BIGNUM *x) {
    BIGNUM *base = BN_CTX_get(context), *exponent = BN_CTX_get(context);
    BN_nnmod(base, B, N, context);
    refuse_if(BN_is_zero(base) || BN_is_zero(u), "the client must abort");
    BN_mod_mul(base, hash_integers(N, g), power(g, x), N, context);
    BN_mod_sub(base, B, base, N, context);
    BN_mul(exponent, u, x, context);
    BN_add(exponent, exponent, a);
    return power(base, exponent);
}

bytes session_key_prk(const BIGNUM *S, const BIGNUM *u) { return hmac(pad_hex(u), pad_hex(S)); }

bytes session_key(const BIGNUM *S, const BIGNUM *u) {
    return hkdf_expand(session_key_prk(S, u), text("Caldera Derived Key"), 16);
}

bytes timestamp(long long ms) {
    time_t seconds = ms / 1000;
    struct tm now;
    char names[16], rest[32];
    gmtime_r(&seconds, &now);
    strftime(names, sizeof names, "%a %b", &now);
    strftime(rest, sizeof rest, "%H:%M:%S UTC %Y", &now);
    char *written = (char *)allocate(64);
    snprintf(written, 64, "%s %d %s", names, now.tm_mday, rest);
    return text(written);
}
