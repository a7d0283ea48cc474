//! Runs the test vectors against srp.rs.
//!
//!     cargo run --release [folder]    prints a line for each group type; exits with status 1 if a test fails
//!
//! To test your own code, call its functions in `compute`.

mod srp;

use std::{collections::BTreeMap, env, fs, process::ExitCode};

use num_bigint::BigUint;
use serde_json::{json, Value};
use srp::{hash_integers, hkdf, hmac, integer, pad_hex, power_of_2, premaster_secret, session_key, Refusable};

fn text<'a>(input: &'a Value, name: &str) -> &'a str {
    input[name].as_str().unwrap_or_else(|| panic!("{name} is missing"))
}

fn digits(n: &BigUint) -> String {
    n.to_str_radix(16)
}

fn password_hash(input: &Value) -> Vec<u8> {
    srp::password_hash(text(input, "poolName"), text(input, "userId"), text(input, "password"))
}

fn private_key(input: &Value) -> Refusable<BigUint> {
    Ok(srp::private_key(&integer(text(input, "salt"))?, &password_hash(input)))
}

fn message(input: &Value) -> Refusable<Vec<u8>> {
    srp::message(text(input, "poolName"), text(input, "userId"), text(input, "secretBlock"), text(input, "timestamp"))
}

fn timestamp(input: &Value) -> Refusable<String> {
    srp::timestamp(input["nowMs"].as_i64().ok_or("not an integer")?)
}

fn claim(input: &Value) -> Refusable<Value> {
    let (a, b, x) = (integer(text(input, "a"))?, integer(text(input, "B"))?, private_key(input)?);
    let public = power_of_2(&a);
    let u = hash_integers(&public, &b);
    let s = premaster_secret(&a, &b, &u, &x)?;
    let (_, key) = session_key(&s, &u)?;
    let signature = base64::encode(hmac(&key, &message(input)?));
    Ok(json!({ "A": digits(&public), "k": digits(&srp::k()), "x": digits(&x), "u": digits(&u), "S": digits(&s),
        "key": hex::encode(key), "signature": signature }))
}

const NAMES_OF_CLAIM: [(&str, &str); 7] = [
    ("deviceGroupKey", "poolName"),
    ("deviceKey", "userId"),
    ("devicePassword", "password"),
    ("SALT", "salt"),
    ("SECRET_BLOCK", "secretBlock"),
    ("SRP_B", "B"),
    ("USER_ID_FOR_SRP", "userId"),
];

/// Gives the fields of a device, or of Cognito's challenge, the names that they have in a password claim.
fn as_claim(input: &Value) -> Value {
    let fields = input.as_object().into_iter().chain(input["challengeParameters"].as_object()).flatten();
    let rename = |name| NAMES_OF_CLAIM.iter().find(|names| names.0 == name).map_or(name, |names| names.1).to_owned();
    fields.map(|(name, value)| (rename(name), value.clone())).collect()
}

fn challenge(input: &Value) -> Refusable<Value> {
    let mut fields = as_claim(input);
    fields["poolName"] = srp::pool_name(text(input, "userPoolId"))?.into();
    fields["timestamp"] = timestamp(input)?.into();
    let claim = claim(&fields)?;
    Ok(json!({ "SRP_A": claim["A"], "PASSWORD_CLAIM_SECRET_BLOCK": fields["secretBlock"],
        "PASSWORD_CLAIM_SIGNATURE": claim["signature"], "TIMESTAMP": fields["timestamp"] }))
}

fn device_verifier(device: &Value) -> Refusable<Value> {
    let (salt, x) = (pad_hex(&integer(text(device, "salt"))?), private_key(device)?);
    let verifier = power_of_2(&x);
    Ok(json!({ "x": digits(&x), "verifier": digits(&verifier), "Salt": base64::encode(salt),
        "PasswordVerifier": base64::encode(pad_hex(&verifier)) }))
}

/// Returns the values that a test of this group type expects, or None if the type is not covered.
fn compute(group_type: &str, input: &Value) -> Refusable<Option<Value>> {
    let number = |name| integer(text(input, name));
    let bytes = |name| hex::decode(text(input, name));
    Ok(Some(match group_type {
        "PasswordClaim" => claim(input)?,
        "PasswordVerifierChallenge" => challenge(input)?,
        "DeviceClaim" => claim(&as_claim(input))?,
        "DeviceVerifier" => device_verifier(&as_claim(input))?,
        "PublicValue" => json!({ "A": digits(&power_of_2(&number("a")?)) }),
        "Multiplier" => json!({ "k": digits(&hash_integers(&number("N")?, &number("g")?)) }),
        "Scrambler" => json!({ "u": digits(&hash_integers(&number("A")?, &number("B")?)) }),
        "PrivateKey" => json!({ "passwordHash": hex::encode(password_hash(input)), "x": digits(&private_key(input)?) }),
        "PremasterSecret" => {
            json!({ "S": digits(&premaster_secret(&number("a")?, &number("B")?, &number("u")?, &number("x")?)?) })
        }
        "SessionKey" => {
            let (prk, key) = session_key(&number("S")?, &number("u")?)?;
            json!({ "prk": hex::encode(prk), "key": hex::encode(key) })
        }
        "Signature" => {
            let message = message(input)?;
            json!({ "message": hex::encode(&message), "signature": base64::encode(hmac(&bytes("key")?, &message)) })
        }
        "Hkdf" => {
            let length = input["length"].as_u64().ok_or("not a length")? as usize;
            let (prk, okm) = hkdf(&bytes("ikm")?, &bytes("salt")?, &bytes("info")?, length)?;
            json!({ "prk": hex::encode(prk), "okm": hex::encode(okm) })
        }
        "PaddedInteger" => json!({ "bytes": hex::encode(pad_hex(&number("hex")?)) }),
        "PoolName" => json!({ "poolName": srp::pool_name(text(input, "userPoolId"))? }),
        "SecretHash" => {
            let message = text(input, "username").to_owned() + text(input, "clientId");
            json!({ "secretHash": base64::encode(hmac(text(input, "clientSecret").as_bytes(), message.as_bytes())) })
        }
        "Timestamp" => json!({ "timestamp": timestamp(input)? }),
        _ => return Ok(None),
    }))
}

/// Returns "passed", "not covered", or a description of the failure.
fn result_of(group_type: &str, test: &Value) -> String {
    match (compute(group_type, &test["input"]), text(test, "result")) {
        (Ok(None), _) => "not covered".into(),
        (Err(reason), "valid") => format!("refused: {reason}"),
        (Err(_), _) => "passed".into(),
        (Ok(_), "invalid") => "accepted".into(),
        (Ok(Some(computed)), _) => {
            let expected = test["expected"].as_object().expect("expected values");
            expected
                .iter()
                .find(|(name, value)| computed[*name] != **value)
                .map_or("passed".into(), |(name, _)| format!("another value: {name}"))
        }
    }
}

fn main() -> Refusable<ExitCode> {
    let folder = env::args().nth(1).unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../testvectors").into());
    let mut paths: Vec<_> = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for path in paths {
        let file: Value = serde_json::from_str(&fs::read_to_string(&path)?)?;
        for group in file["testGroups"].as_array().expect("test groups") {
            let count = counts.entry(text(group, "type").into()).or_default();
            for test in group["tests"].as_array().expect("tests") {
                match result_of(text(group, "type"), test).as_str() {
                    "passed" => count[0] += 1,
                    "not covered" => count[2] += 1,
                    problem => {
                        count[1] += 1;
                        let name = path.file_name().unwrap_or_default().to_string_lossy();
                        println!("{name} tcId {} {} {}: {problem}", test["tcId"], test["flags"], test["comment"]);
                    }
                }
            }
        }
    }
    let mut total = [0; 3];
    for (group_type, count) in &counts {
        match count {
            [passed, failed, 0] => println!("{group_type}: {passed} passed, {failed} failed"),
            [_, _, not_covered] => println!("{group_type}: not covered ({not_covered})"),
        }
        for i in 0..3 {
            total[i] += count[i];
        }
    }
    println!("{} passed, {} failed, {} not covered", total[0], total[1], total[2]);
    Ok(if total[1] == 0 && total[0] > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
