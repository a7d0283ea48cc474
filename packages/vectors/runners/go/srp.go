// Client and server side of Cognito's SRP, using only Go's standard library. A function that must refuse its input panics with a refusal.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"math/big"
	"strings"
	"time"
)

type refusal string

func refuseIf(condition bool, reason string) {
	if condition {
		panic(refusal(reason))
	}
}

// values contains named texts. Integers and bytes are hexadecimal digits.
type values map[string]string

// group contains the choices in which Cognito differs from RFC 5054.
type group struct {
	N, g *big.Int
	hash func() hash.Hash
	pad  func(*big.Int) []byte
}

var primeN = integer("ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404ddef9519b3cd3a431b302b0a6df25f1437" +
	"4fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7edee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf05" +
	"98da48361c55d39a69163fa8fd24cf5f83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b" +
	"e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa051015728e5a8aaac42dad33170d04507a33" +
	"a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864" +
	"d87602733ec86a64521f2b18177b200cbbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff")

var cognito = group{primeN, big.NewInt(2), sha256.New, padHex}

func padHex(n *big.Int) []byte { return n.FillBytes(make([]byte, n.BitLen()/8+1)) }

func digest(h hash.Hash, parts ...[]byte) []byte {
	h.Write(bytes.Join(parts, nil))
	return h.Sum(nil)
}

func integer(digits string) *big.Int {
	n, isInteger := new(big.Int).SetString(digits, 16)
	refuseIf(!isInteger || strings.ContainsAny(digits, "+-"), "not a hexadecimal number")
	return n
}

func fromHex(text string) []byte {
	decoded, err := hex.DecodeString(text)
	refuseIf(err != nil, "not pairs of hexadecimal digits")
	return decoded
}

func toHex(value any) string { return fmt.Sprintf("%x", value) }

func fromBase64(text string) []byte {
	decoded, err := base64.StdEncoding.DecodeString(text)
	refuseIf(err != nil, "not base64")
	return decoded
}

func (c group) H(parts ...[]byte) *big.Int { return new(big.Int).SetBytes(digest(c.hash(), parts...)) }

func (c group) pow(base, exponent *big.Int) *big.Int { return new(big.Int).Exp(base, exponent, c.N) }

func (c group) k() *big.Int { return c.H(c.pad(c.N), c.pad(c.g)) }

func (c group) u(A, B *big.Int) *big.Int { return c.H(c.pad(A), c.pad(B)) }

func (c group) passwordHash(identity, password string) []byte {
	return digest(c.hash(), []byte(identity+":"+password))
}

func (c group) clientS(a, B, u, x *big.Int) *big.Int {
	refuseIf(new(big.Int).Mod(B, c.N).Sign() == 0 || u.Sign() == 0, "the client must abort")
	base := new(big.Int).Mul(c.k(), c.pow(c.g, x))
	exponent := new(big.Int).Mul(u, x)
	return c.pow(base.Sub(B, base).Mod(base, c.N), exponent.Add(exponent, a))
}

func (c group) serverB(b, verifier *big.Int) *big.Int {
	B := new(big.Int).Mul(c.k(), verifier)
	return B.Add(B, c.pow(c.g, b)).Mod(B, c.N)
}

func (c group) serverS(A, b, u, verifier *big.Int) *big.Int {
	refuseIf(new(big.Int).Mod(A, c.N).Sign() == 0, "the server must abort")
	return c.pow(new(big.Int).Mul(A, c.pow(verifier, u)), b)
}

func toBase64(data []byte) string { return base64.StdEncoding.EncodeToString(data) }

func hmacSHA256(key []byte, message ...[]byte) []byte {
	return digest(hmac.New(sha256.New, key), message...)
}

func hkdf(ikm, salt, info []byte, length int) (prk, okm []byte) {
	prk = hmacSHA256(salt, ikm)
	for block, i := []byte(nil), byte(1); len(okm) < length; i++ {
		block = hmacSHA256(prk, block, info, []byte{i})
		okm = append(okm, block...)
	}
	return prk, okm[:length]
}

func sessionKey(S, u *big.Int) (prk, key []byte) {
	return hkdf(padHex(S), padHex(u), []byte("Caldera Derived Key"), 16)
}

func poolName(userPoolID string) string { return userPoolID[strings.Index(userPoolID, "_")+1:] }

const timestampLayout = "Mon Jan 2 15:04:05 UTC 2006"

func formatTimestamp(ms int64) string { return time.UnixMilli(ms).UTC().Format(timestampLayout) }

func readTimestamp(timestamp string) int64 {
	moment, err := time.Parse(timestampLayout, timestamp)
	refuseIf(err != nil || moment.Format(timestampLayout) != timestamp, "another format")
	return moment.UnixMilli()
}

func (in values) passwordHash() []byte {
	return cognito.passwordHash(in["poolName"]+in["userId"], in["password"])
}

func (in values) x() *big.Int { return cognito.H(padHex(integer(in["salt"])), in.passwordHash()) }

func (in values) message() []byte {
	return []byte(in["poolName"] + in["userId"] + string(fromBase64(in["secretBlock"])) + in["timestamp"])
}

func (in values) claim() values {
	a, B, x := integer(in["a"]), integer(in["B"]), in.x()
	A := cognito.pow(cognito.g, a)
	u := cognito.u(A, B)
	S := cognito.clientS(a, B, u, x)
	_, key := sessionKey(S, u)
	return values{"A": toHex(A), "k": toHex(cognito.k()), "x": toHex(x), "u": toHex(u), "S": toHex(S), "key": toHex(key),
		"signature": toBase64(hmacSHA256(key, in.message()))}
}

func (in values) serverClaim() values {
	A, b, verifier := integer(in["A"]), integer(in["b"]), integer(in["verifier"])
	B := cognito.serverB(b, verifier)
	u := cognito.u(A, B)
	S := cognito.serverS(A, b, u, verifier)
	_, key := sessionKey(S, u)
	refuseIf(!hmac.Equal(fromBase64(in["signature"]), hmacSHA256(key, in.message())), "wrong signature")
	return values{"B": toHex(B), "u": toHex(u), "S": toHex(S), "key": toHex(key)}
}
