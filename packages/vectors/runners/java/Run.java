import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Runs the test vectors against Srp.java: {@code java -cp gson.jar:classes Run [folder]} prints a line for each group type, and
 * exits with status 1 if a test fails. To test your own code, call it in {@link #compute}.
 */
final class Run {
    private static final Map<String, String> NAMES_OF_CLAIM = Map.of(
            "deviceGroupKey", "poolName", "deviceKey", "userId", "devicePassword", "password",
            "SALT", "salt", "SECRET_BLOCK", "secretBlock", "SRP_B", "B", "USER_ID_FOR_SRP", "userId");

    /** Fields and nested fields of a test, with the names that a password claim uses for these fields. */
    record Input(Map<String, String> texts) {
        static Input of(JsonObject fields) {
            var input = new Input(new TreeMap<>());
            input.add(fields);
            return input;
        }

        private void add(JsonObject fields) {
            for (var field : fields.entrySet()) {
                if (field.getValue().isJsonObject()) {
                    add(field.getValue().getAsJsonObject());
                    continue;
                }
                boolean isUtf16 = field.getKey().endsWith("Utf16");
                String name = field.getKey().replace("Utf16", "");
                String text = field.getValue().getAsString();
                texts.put(NAMES_OF_CLAIM.getOrDefault(name, name), isUtf16 ? ofUnits(text) : text);
            }
        }

        /** Java's UTF-16 decoder would replace lone surrogates. */
        private static String ofUnits(String hex) {
            var text = new StringBuilder();
            for (int i = 0; i < hex.length(); i += 4) text.append((char) HexFormat.fromHexDigits(hex, i, i + 4));
            return text.toString();
        }

        String text(String name) {
            return texts.get(name);
        }

        BigInteger integer(String name) {
            return Srp.integer(text(name));
        }

        byte[] bytes(String name) {
            return HexFormat.of().parseHex(text(name));
        }

        byte[] passwordHash() {
            return Srp.passwordHash(text("poolName"), text("userId"), text("password"));
        }

        BigInteger x() {
            return Srp.privateKey(integer("salt"), passwordHash());
        }

        byte[] message() {
            return Srp.message(text("poolName"), text("userId"), text("secretBlock"), text("timestamp"));
        }
    }

    private static Map<String, Object> claim(Input in) {
        BigInteger a = in.integer("a"), B = in.integer("B"), x = in.x();
        BigInteger A = Srp.g.modPow(a, Srp.N);
        BigInteger u = Srp.hashIntegers(A, B);
        BigInteger S = Srp.premasterSecret(a, B, u, x);
        byte[] key = Srp.sessionKey(S, u).okm();
        String signature = base64(Srp.hmac(key, in.message()));
        return Map.of("A", A, "k", Srp.k, "x", x, "u", u, "S", S, "key", key, "signature", signature);
    }

    private static Map<String, Object> challenge(Input in) {
        String timestamp = Srp.timestamp(Long.parseLong(in.text("nowMs")));
        in.texts().put("timestamp", timestamp);
        in.texts().put("poolName", Srp.poolName(in.text("userPoolId")));
        var claim = claim(in);
        return Map.of("SRP_A", claim.get("A"), "PASSWORD_CLAIM_SECRET_BLOCK", in.text("secretBlock"),
                "PASSWORD_CLAIM_SIGNATURE", claim.get("signature"), "TIMESTAMP", timestamp);
    }

    private static Map<String, Object> deviceVerifier(Input in) {
        BigInteger verifier = Srp.g.modPow(in.x(), Srp.N);
        return Map.of("x", in.x(), "verifier", verifier, "Salt", base64(Srp.padHex(in.integer("salt"))),
                "PasswordVerifier", base64(Srp.padHex(verifier)));
    }

    /** Returns the values that a test of this group type expects, or null if the type is not covered. */
    private static Map<String, ?> compute(String groupType, Input in) {
        return switch (groupType) {
            case "PasswordClaim", "PasswordClaimUtf16", "DeviceClaim" -> claim(in);
            case "PasswordVerifierChallenge" -> challenge(in);
            case "DeviceVerifier", "DeviceVerifierUtf16" -> deviceVerifier(in);
            case "PublicValue" -> Map.of("A", Srp.g.modPow(in.integer("a"), Srp.N));
            case "Multiplier" -> Map.of("k", Srp.hashIntegers(in.integer("N"), in.integer("g")));
            case "Scrambler" -> Map.of("u", Srp.hashIntegers(in.integer("A"), in.integer("B")));
            case "PrivateKey" -> Map.of("passwordHash", in.passwordHash(), "x", in.x());
            case "PremasterSecret" ->
                Map.of("S", Srp.premasterSecret(in.integer("a"), in.integer("B"), in.integer("u"), in.integer("x")));
            case "SessionKey" -> {
                var derived = Srp.sessionKey(in.integer("S"), in.integer("u"));
                yield Map.of("prk", derived.prk(), "key", derived.okm());
            }
            case "Signature" ->
                Map.of("message", in.message(), "signature", base64(Srp.hmac(in.bytes("key"), in.message())));
            case "Hkdf" -> {
                int length = Integer.parseInt(in.text("length"));
                var derived = Srp.hkdf(in.bytes("ikm"), in.bytes("salt"), in.bytes("info"), length);
                yield Map.of("prk", derived.prk(), "okm", derived.okm());
            }
            case "PaddedInteger" -> Map.of("bytes", Srp.padHex(in.integer("hex")));
            case "PoolName" -> Map.of("poolName", Srp.poolName(in.text("userPoolId")));
            case "Utf8" -> Map.of("utf8", Srp.utf8(in.text("text")));
            case "SecretHash", "SecretHashUtf16" -> {
                byte[] message = Srp.utf8(in.text("username") + in.text("clientId"));
                yield Map.of("secretHash", base64(Srp.hmac(Srp.utf8(in.text("clientSecret")), message)));
            }
            case "Timestamp" -> Map.of("timestamp", Srp.timestamp(Long.parseLong(in.text("nowMs"))));
            default -> null;
        };
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** Writes integers and bytes as hexadecimal digits. */
    private static String print(Object value) {
        if (value instanceof BigInteger n) return n.toString(16);
        if (value instanceof byte[] bytes) return HexFormat.of().formatHex(bytes);
        return String.valueOf(value);
    }

    private enum Result { PASSED, FAILED, NOT_COVERED }

    private static Result run(String file, String groupType, JsonObject test) {
        String problem = null;
        String result = test.get("result").getAsString();
        try {
            var computed = compute(groupType, Input.of(test.getAsJsonObject("input")));
            if (computed == null) return Result.NOT_COVERED;
            if (result.equals("invalid")) {
                problem = "accepted";
            } else {
                for (var expected : test.getAsJsonObject("expected").entrySet()) {
                    boolean isEqual = print(computed.get(expected.getKey())).equals(expected.getValue().getAsString());
                    if (!isEqual) problem = "another value: " + expected.getKey();
                }
            }
        } catch (IllegalArgumentException refusal) {
            if (result.equals("valid")) problem = "refused: " + refusal.getMessage();
        }
        if (problem == null) return Result.PASSED;
        System.out.printf("%s tcId %s %s %s: %s%n", file, test.get("tcId"), test.get("flags"), test.get("comment"), problem);
        return Result.FAILED;
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments.length > 0 ? arguments[0] : "../../testvectors");
        var counts = new TreeMap<String, int[]>();
        for (String file : new TreeSet<>(List.of(folder.toFile().list()))) {
            var content = JsonParser.parseString(Files.readString(folder.resolve(file))).getAsJsonObject();
            for (var group : content.getAsJsonArray("testGroups")) {
                String groupType = group.getAsJsonObject().get("type").getAsString();
                int[] count = counts.computeIfAbsent(groupType, type -> new int[Result.values().length]);
                for (var test : group.getAsJsonObject().getAsJsonArray("tests")) {
                    count[run(file, groupType, test.getAsJsonObject()).ordinal()]++;
                }
            }
        }
        int[] total = new int[Result.values().length];
        counts.forEach((groupType, count) -> {
            for (int i = 0; i < count.length; i++) total[i] += count[i];
            if (count[2] > 0) System.out.printf("%s: not covered (%d)%n", groupType, count[2]);
            else System.out.printf("%s: %d passed, %d failed%n", groupType, count[0], count[1]);
        });
        System.out.printf("%d passed, %d failed, %d not covered%n", total[0], total[1], total[2]);
        System.exit(total[1] == 0 && total[0] > 0 ? 0 : 1);
    }
}
