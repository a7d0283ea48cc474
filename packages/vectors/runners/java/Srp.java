import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Client side of Cognito's SRP, for Java 17 or later. A method throws IllegalArgumentException if it must refuse its input. */
final class Srp {
    static final BigInteger N = new BigInteger("ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404ddef9519b3cd3a431b302b0a6df25f1437"
            + "4fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7edee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf05"
            + "98da48361c55d39a69163fa8fd24cf5f83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b"
            + "e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa051015728e5a8aaac42dad33170d04507a33"
            + "a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864"
            + "d87602733ec86a64521f2b18177b200cbbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff", 16);
    static final BigInteger g = BigInteger.TWO;
    static final BigInteger k = hashIntegers(N, g);
    private static final byte[] REPLACEMENT_CHARACTER = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD};
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss 'UTC' yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    record Hkdf(byte[] prk, byte[] okm) {}

    static BigInteger integer(String hex) {
        if (!hex.matches("[0-9a-fA-F]+")) throw new IllegalArgumentException("not a hexadecimal number");
        return new BigInteger(hex, 16);
    }

    /** For a non-negative number, Cognito's padHex is the two's-complement encoding. */
    static byte[] padHex(BigInteger n) {
        return n.toByteArray();
    }

    /** Encodes a lone surrogate as U+FFFD, because String.getBytes would write a question mark. */
    static byte[] utf8(String text) {
        var encoder = StandardCharsets.UTF_8.newEncoder();
        encoder.onMalformedInput(CodingErrorAction.REPLACE).replaceWith(REPLACEMENT_CHARACTER);
        try {
            ByteBuffer bytes = encoder.encode(CharBuffer.wrap(text));
            return Arrays.copyOf(bytes.array(), bytes.limit());
        } catch (CharacterCodingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static byte[] concat(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) bytes.writeBytes(part);
        return bytes.toByteArray();
    }

    static byte[] sha256(byte[]... parts) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(concat(parts));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static byte[] hmac(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(concat(parts));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static Hkdf hkdf(byte[] ikm, byte[] salt, byte[] info, int length) {
        // SecretKeySpec rejects an empty key. HMAC pads a short key with zero bytes.
        byte[] prk = hmac(salt.length == 0 ? new byte[32] : salt, ikm);
        byte[] okm = {};
        byte[] block = {};
        for (int i = 1; okm.length < length; i++) {
            block = hmac(prk, block, info, new byte[] {(byte) i});
            okm = concat(okm, block);
        }
        return new Hkdf(prk, Arrays.copyOf(okm, length));
    }

    static BigInteger hashIntegers(BigInteger first, BigInteger second) {
        return new BigInteger(1, sha256(padHex(first), padHex(second)));
    }

    static byte[] passwordHash(String poolName, String userId, String password) {
        return sha256(utf8(poolName + userId + ":" + password));
    }

    static BigInteger privateKey(BigInteger salt, byte[] passwordHash) {
        return new BigInteger(1, sha256(padHex(salt), passwordHash));
    }

    static BigInteger premasterSecret(BigInteger a, BigInteger B, BigInteger u, BigInteger x) {
        if (B.mod(N).signum() == 0 || u.signum() == 0) throw new IllegalArgumentException("the client must abort");
        return B.subtract(k.multiply(g.modPow(x, N))).modPow(a.add(u.multiply(x)), N);
    }

    static Hkdf sessionKey(BigInteger S, BigInteger u) {
        return hkdf(padHex(S), padHex(u), utf8("Caldera Derived Key"), 16);
    }

    static byte[] message(String poolName, String userId, String secretBlock, String timestamp) {
        return concat(utf8(poolName), utf8(userId), Base64.getDecoder().decode(secretBlock), utf8(timestamp));
    }

    static String timestamp(long nowMs) {
        return TIMESTAMP.format(Instant.ofEpochMilli(nowMs));
    }

    static String poolName(String userPoolId) {
        return userPoolId.split("_")[1];
    }
}
