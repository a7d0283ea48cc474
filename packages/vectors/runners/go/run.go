// Runs the test vectors against srp.go.
//
//	go run . [folder]    prints a line for each group type; exits with status 1 if a test fails
//
// To test your own code, call its functions in compute.
package main

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log"
	"math/big"
	"os"
	"path/filepath"
	"sort"
	"strconv"
)

type test struct {
	TcID            int
	Comment, Result string
	Flags           []string
	Input, Expected map[string]any
}

type testFile struct {
	TestGroups []struct {
		Type  string
		Tests []test
	}
}

// sameField maps field names of device claims and of Cognito's challenge to field names of password claims.
var sameField = map[string]string{"deviceGroupKey": "poolName", "deviceKey": "userId", "devicePassword": "password",
	"SALT": "salt", "SECRET_BLOCK": "secretBlock", "SRP_B": "B", "USER_ID_FOR_SRP": "userId"}

// add copies fields and nested fields as texts.
func (in values) add(fields map[string]any) values {
	for name, value := range fields {
		if other, isOther := sameField[name]; isOther {
			name = other
		}
		switch value := value.(type) {
		case map[string]any:
			in.add(value)
		case float64:
			in[name] = fmt.Sprintf("%.0f", value)
		case string:
			in[name] = value
		}
	}
	return in
}

func (in values) number(name string) int64 {
	n, err := strconv.ParseInt(in[name], 10, 64)
	refuseIf(err != nil, "not an integer")
	return n
}

func (in values) rfc5054() values {
	N := integer(in["N"])
	c := group{N, integer(in["g"]), sha1.New, func(n *big.Int) []byte { return n.FillBytes(make([]byte, len(N.Bytes()))) }}
	a, b := integer(in["a"]), integer(in["b"])
	x := c.H(fromHex(in["salt"]), c.passwordHash(in["identity"], in["password"]))
	verifier := c.pow(c.g, x)
	A, B := c.pow(c.g, a), c.serverB(b, verifier)
	u := c.u(A, B)
	return values{"k": toHex(c.k()), "x": toHex(x), "verifier": toHex(verifier), "A": toHex(A), "B": toHex(B), "u": toHex(u),
		"S": toHex(c.clientS(a, B, u, x))}
}

// compute returns the values that a test of this group type expects, or nil if the type is not covered.
func compute(groupType string, in values) values {
	switch groupType {
	case "PasswordClaim", "DeviceClaim":
		return in.claim()
	case "PasswordVerifierChallenge":
		in["poolName"], in["timestamp"] = poolName(in["userPoolId"]), formatTimestamp(in.number("nowMs"))
		claim := in.claim()
		return values{"SRP_A": claim["A"], "TIMESTAMP": in["timestamp"],
			"PASSWORD_CLAIM_SECRET_BLOCK": in["secretBlock"], "PASSWORD_CLAIM_SIGNATURE": claim["signature"]}
	case "DeviceVerifier", "ServerVerifier":
		salt, verifier := padHex(integer(in["salt"])), cognito.pow(cognito.g, in.x())
		return values{"x": toHex(in.x()), "verifier": toHex(verifier), "Salt": toBase64(salt), "PasswordVerifier": toBase64(padHex(verifier))}
	case "PublicValue":
		return values{"A": toHex(cognito.pow(cognito.g, integer(in["a"])))}
	case "Multiplier":
		return values{"k": toHex(group{integer(in["N"]), integer(in["g"]), sha256.New, padHex}.k())}
	case "Scrambler":
		return values{"u": toHex(cognito.u(integer(in["A"]), integer(in["B"])))}
	case "PrivateKey":
		return values{"passwordHash": toHex(in.passwordHash()), "x": toHex(in.x())}
	case "PremasterSecret":
		return values{"S": toHex(cognito.clientS(integer(in["a"]), integer(in["B"]), integer(in["u"]), integer(in["x"])))}
	case "SessionKey":
		prk, key := sessionKey(integer(in["S"]), integer(in["u"]))
		return values{"prk": toHex(prk), "key": toHex(key)}
	case "Signature":
		return values{"message": toHex(in.message()), "signature": toBase64(hmacSHA256(fromHex(in["key"]), in.message()))}
	case "Hkdf":
		prk, okm := hkdf(fromHex(in["ikm"]), fromHex(in["salt"]), fromHex(in["info"]), int(in.number("length")))
		return values{"prk": toHex(prk), "okm": toHex(okm)}
	case "PaddedInteger":
		return values{"bytes": toHex(padHex(integer(in["hex"])))}
	case "PoolName":
		return values{"poolName": poolName(in["userPoolId"])}
	case "SecretHash":
		return values{"secretHash": toBase64(hmacSHA256([]byte(in["clientSecret"]), []byte(in["username"]+in["clientId"])))}
	case "Timestamp":
		return values{"timestamp": formatTimestamp(in.number("nowMs"))}
	case "Rfc5054":
		return in.rfc5054()
	case "ServerPublicValue":
		return values{"B": toHex(cognito.serverB(integer(in["b"]), integer(in["verifier"])))}
	case "ServerClaim":
		return in.serverClaim()
	case "ServerTimestamp":
		return values{"atMs": fmt.Sprint(readTimestamp(in["timestamp"]))}
	}
	return nil
}

const passed, failed, notCovered = "passed", "failed", "not covered"

// run returns passed, notCovered, or a description of the failure.
func (t test) run(groupType string) (result string) {
	defer func() {
		switch reason := recover().(type) {
		case nil:
		case refusal:
			if result = passed; t.Result == "valid" {
				result = "refused: " + string(reason)
			}
		default:
			panic(reason)
		}
	}()
	computed := compute(groupType, values{}.add(t.Input))
	if computed == nil {
		return notCovered
	}
	if t.Result == "invalid" {
		return "accepted"
	}
	for name, expected := range (values{}).add(t.Expected) {
		if computed[name] != expected {
			return "another value: " + name
		}
	}
	return passed
}

func main() {
	paths, _ := filepath.Glob(filepath.Join(append(os.Args, "../../testvectors")[1], "*.json"))
	counts, total := map[string]map[string]int{}, map[string]int{}
	for _, path := range paths {
		var file testFile
		if content, err := os.ReadFile(path); err != nil {
			log.Fatal(err)
		} else if err := json.Unmarshal(content, &file); err != nil {
			log.Fatal(path, ": ", err)
		}
		for _, group := range file.TestGroups {
			if counts[group.Type] == nil {
				counts[group.Type] = map[string]int{}
			}
			for _, test := range group.Tests {
				result := test.run(group.Type)
				if result != passed && result != notCovered {
					fmt.Println(filepath.Base(path), "tcId", test.TcID, test.Flags, test.Comment+":", result)
					result = failed
				}
				counts[group.Type][result]++
				total[result]++
			}
		}
	}
	types := []string{}
	for groupType := range counts {
		types = append(types, groupType)
	}
	sort.Strings(types)
	for _, groupType := range types {
		if count := counts[groupType]; count[notCovered] > 0 {
			fmt.Printf("%s: not covered (%d)\n", groupType, count[notCovered])
		} else {
			fmt.Printf("%s: %d passed, %d failed\n", groupType, count[passed], count[failed])
		}
	}
	fmt.Printf("%d passed, %d failed, %d not covered\n", total[passed], total[failed], total[notCovered])
	if total[failed] > 0 || total[passed] == 0 {
		os.Exit(1)
	}
}
