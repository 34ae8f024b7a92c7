import base64
import json
import sys
import urllib.request

sandbox = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:4600"
basic = base64.b64encode(b"sandbox-client:sandbox-secret").decode()


def call(method, path, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    headers |= {"Authorization": f"Basic {basic}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(sandbox + path, data, headers, method=method)) as answer:
        return json.load(answer)


person = call("POST", "/_sandbox/people", {"balance": 25_000_000})
account = person["accountId"]
call("POST", "/_sandbox/sign-in", {"accountId": account})

quote = call("POST", "/2025-10-13/quotes", {
    "source": {"sourceType": "ACCOUNT", "accountId": account},
    "destination": {"destinationType": "ACCOUNT", "accountId": person["bankAccountId"]},
    "lockedCurrencySide": "SENDING",
    "lockedCurrencyAmount": 5_000_000,
})
wallet = next(
    way["accountOrWalletInfo"]
    for way in quote["paymentInstructions"]
    if way["accountOrWalletInfo"]["accountType"] == "EMBEDDED_WALLET"
)
signed = call("POST", "/_sandbox/sign", {"accountId": account, "payloadToSign": wallet["payloadToSign"]})
execution = f"/2025-10-13/quotes/{quote['id']}/execute"
call("POST", execution, Service_Wallet_Signature=signed["stamp"], Idempotency_Key="payment-1")

call("POST", "/_sandbox/clock", {"advanceMs": 5000})
print(call("GET", f"/2025-10-13/transactions/{quote['transactionId']}")["status"])
