/*
 * Runs the test vectors against srp.c.
 *
 *     cc run.c srp.c -o run -ljansson -lcrypto && ./run folder
 *
 * Prints a line for each group type, and exits with status 1 if a test fails. To test your own code, call it in compute.
 */
#include "srp.h"

#include <glob.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* Names of the same field in a password claim, and in a device claim or Cognito's challenge. */
static const char *const OTHER_NAMES[][2] = {
    {"poolName", "deviceGroupKey"}, {"userId", "deviceKey"}, {"password", "devicePassword"}, {"salt", "SALT"},
    {"secretBlock", "SECRET_BLOCK"}, {"B", "SRP_B"},         {"userId", "USER_ID_FOR_SRP"},
};

static bytes field(const json_t *in, const char *name) {
    const json_t *value = json_object_get(in, name);
    for (size_t i = 0; !value && i < sizeof OTHER_NAMES / sizeof *OTHER_NAMES; i++) {
        if (!strcmp(name, OTHER_NAMES[i][0])) value = json_object_get(in, OTHER_NAMES[i][1]);
    }
    return (bytes){(const unsigned char *)json_string_value(value), json_string_length(value)};
}

static BIGNUM *number(const json_t *in, const char *name) { return read_hex(field(in, name)); }

static void put(json_t *out, const char *name, bytes value) {
    json_object_set_new(out, name, json_stringn((const char *)value.data, value.length));
}

static bytes password_hash(const json_t *in) {
    return sha256(JOIN(field(in, "poolName"), field(in, "userId"), text(":"), field(in, "password")));
}

static BIGNUM *private_key(const json_t *in) {
    return integer(sha256(JOIN(pad_hex(number(in, "salt")), password_hash(in))));
}

static bytes message(const json_t *in) {
    return JOIN(field(in, "poolName"), field(in, "userId"), from_base64(field(in, "secretBlock")), field(in, "timestamp"));
}

static void claim(const json_t *in, json_t *out) {
    BIGNUM *B = number(in, "B"), *a = number(in, "a"), *A = power(g, a), *u = hash_integers(A, B), *x = private_key(in);
    BIGNUM *S = premaster_secret(a, B, u, x);
    bytes key = session_key(S, u);
    put(out, "A", digits(A));
    put(out, "k", digits(hash_integers(N, g)));
    put(out, "x", digits(x));
    put(out, "u", digits(u));
    put(out, "S", digits(S));
    put(out, "key", to_hex(key));
    put(out, "signature", to_base64(hmac(key, message(in))));
}

static bytes pool_name(const json_t *in) { return text(strchr((const char *)field(in, "userPoolId").data, '_') + 1); }

static bytes now(const json_t *in) { return timestamp(json_integer_value(json_object_get(in, "nowMs"))); }

static void challenge(json_t *in, json_t *out) {
    json_object_update(in, json_object_get(in, "challengeParameters"));
    put(in, "poolName", pool_name(in));
    put(in, "timestamp", now(in));
    claim(in, out);
    json_object_set(out, "SRP_A", json_object_get(out, "A"));
    json_object_set(out, "PASSWORD_CLAIM_SIGNATURE", json_object_get(out, "signature"));
    put(out, "PASSWORD_CLAIM_SECRET_BLOCK", field(in, "secretBlock"));
    put(out, "TIMESTAMP", now(in));
}

static void device_verifier(const json_t *in, json_t *out) {
    BIGNUM *verifier = power(g, private_key(in));
    put(out, "x", digits(private_key(in)));
    put(out, "verifier", digits(verifier));
    put(out, "Salt", to_base64(pad_hex(number(in, "salt"))));
    put(out, "PasswordVerifier", to_base64(pad_hex(verifier)));
}

/* Stores the values that a test of this group type expects. Returns false if the type is not covered. */
static bool compute(const char *type, json_t *in, json_t *out) {
#define IS(name) (!strcmp(type, name))
    if (IS("PasswordClaim") || IS("DeviceClaim")) {
        claim(in, out);
    } else if (IS("PasswordVerifierChallenge")) {
        challenge(in, out);
    } else if (IS("DeviceVerifier")) {
        device_verifier(in, out);
    } else if (IS("PublicValue")) {
        put(out, "A", digits(power(g, number(in, "a"))));
    } else if (IS("Multiplier")) {
        put(out, "k", digits(hash_integers(number(in, "N"), number(in, "g"))));
    } else if (IS("Scrambler")) {
        put(out, "u", digits(hash_integers(number(in, "A"), number(in, "B"))));
    } else if (IS("PrivateKey")) {
        put(out, "passwordHash", to_hex(password_hash(in)));
        put(out, "x", digits(private_key(in)));
    } else if (IS("PremasterSecret")) {
        put(out, "S", digits(premaster_secret(number(in, "a"), number(in, "B"), number(in, "u"), number(in, "x"))));
    } else if (IS("SessionKey")) {
        put(out, "prk", to_hex(session_key_prk(number(in, "S"), number(in, "u"))));
        put(out, "key", to_hex(session_key(number(in, "S"), number(in, "u"))));
    } else if (IS("Signature")) {
        put(out, "message", to_hex(message(in)));
        put(out, "signature", to_base64(hmac(from_hex(field(in, "key")), message(in))));
    } else if (IS("Hkdf")) {
        bytes prk = hmac(from_hex(field(in, "salt")), from_hex(field(in, "ikm")));
        put(out, "prk", to_hex(prk));
        put(out, "okm", to_hex(hkdf_expand(prk, from_hex(field(in, "info")), json_integer_value(json_object_get(in, "length")))));
    } else if (IS("PaddedInteger")) {
        put(out, "bytes", to_hex(pad_hex(number(in, "hex"))));
    } else if (IS("PoolName")) {
        put(out, "poolName", pool_name(in));
    } else if (IS("SecretHash")) {
        put(out, "secretHash", to_base64(hmac(field(in, "clientSecret"), JOIN(field(in, "username"), field(in, "clientId")))));
    } else if (IS("Timestamp")) {
        put(out, "timestamp", now(in));
    } else {
        return false;
    }
    return true;
}

/* Returns a reason why the test fails, or NULL. */
static const char *problem_of(const char *type, const json_t *test, json_t *computed, bool *is_covered) {
    const char *result = json_string_value(json_object_get(test, "result")), *name;
    static char problem[64];
    json_t *expected;
    if (setjmp(after_refusal)) return strcmp(result, "valid") ? NULL : refusal_reason;
    *is_covered = compute(type, json_object_get(test, "input"), computed);
    if (!*is_covered) return NULL;
    if (!strcmp(result, "invalid")) return "accepted";
    json_object_foreach(json_object_get(test, "expected"), name, expected) {
        if (json_equal(json_object_get(computed, name), expected)) continue;
        snprintf(problem, sizeof problem, "another value: %s", name);
        return problem;
    }
    return NULL;
}

static void run_group(const char *path, const json_t *group, int *passed, int *failed, int *not_covered) {
    const char *type = json_string_value(json_object_get(group, "type"));
    size_t i;
    json_t *test;
    json_array_foreach(json_object_get(group, "tests"), i, test) {
        bool is_covered = true;
        json_t *computed = json_object();
        begin();
        const char *problem = problem_of(type, test, computed, &is_covered);
        ++*(!is_covered ? not_covered : problem ? failed : passed);
        if (problem) {
            const char *comment = json_string_value(json_object_get(test, "comment"));
            int tc_id = json_integer_value(json_object_get(test, "tcId"));
            printf("%s tcId %d %s: %s\n", strrchr(path, '/') + 1, tc_id, comment, problem);
        }
        end();
        json_decref(computed);
    }
}

int main(int argc, char **argv) {
    struct {
        const char *type;
        int passed, failed, not_covered;
    } counts[100] = {0}, total = {0};
    glob_t paths;
    char pattern[4096];
    snprintf(pattern, sizeof pattern, "%s/*.json", argc > 1 ? argv[1] : "../../testvectors");
    if (glob(pattern, 0, NULL, &paths)) return 1;
    for (size_t i = 0; i < paths.gl_pathc; i++) {
        size_t j, n;
        json_t *group, *file = json_load_file(paths.gl_pathv[i], JSON_ALLOW_NUL, NULL);
        if (!file) return fprintf(stderr, "%s is not JSON.\n", paths.gl_pathv[i]), 1;
        json_array_foreach(json_object_get(file, "testGroups"), j, group) {
            const char *type = json_string_value(json_object_get(group, "type"));
            for (n = 0; counts[n].type && strcmp(counts[n].type, type); n++) continue;
            counts[n].type = type;
            run_group(paths.gl_pathv[i], group, &counts[n].passed, &counts[n].failed, &counts[n].not_covered);
        }
    }
    for (size_t n = 0; counts[n].type; n++) {
        if (counts[n].not_covered) printf("%s: not covered (%d)\n", counts[n].type, counts[n].not_covered);
        else printf("%s: %d passed, %d failed\n", counts[n].type, counts[n].passed, counts[n].failed);
        total.passed += counts[n].passed, total.failed += counts[n].failed, total.not_covered += counts[n].not_covered;
    }
    printf("%d passed, %d failed, %d not covered\n", total.passed, total.failed, total.not_covered);
    return total.failed || !total.passed;
}
