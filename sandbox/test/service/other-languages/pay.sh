set -euo pipefail
sandbox=${1:-http://127.0.0.1:4600}
call() { curl -sS --fail-with-body -u sandbox-client:sandbox-secret -H 'Content-Type: application/json' "$@"; }
field() { sed -E "s/.*\"$1\":\"(([^\"\\\\]|\\\\.)*)\".*/\\1/"; }

person=$(call -d '{}' "$sandbox/_sandbox/people")
account=$(field accountId <<<"$person")
bank=$(field bankAccountId <<<"$person")
call -d "{\"accountId\":\"$account\"}" "$sandbox/_sandbox/sign-in" >/dev/null

quote=$(call -d @- "$sandbox/2025-10-13/quotes" <<EOF
{ "source": { "sourceType": "ACCOUNT", "accountId": "$account" },
  "destination": { "destinationType": "ACCOUNT", "accountId": "$bank" },
  "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 5000000 }
EOF
)
id=$(grep -o 'Quote:[0-9a-f-]*' <<<"$quote" | head -1)
payload=$(field payloadToSign <<<"$quote")
stamp=$(call -d "{\"accountId\":\"$account\",\"payloadToSign\":\"$payload\"}" "$sandbox/_sandbox/sign" | field stamp)
call -X POST -H "Service-Wallet-Signature: $stamp" -H 'Idempotency-Key: payment-1' \
  "$sandbox/2025-10-13/quotes/$id/execute" >/dev/null

call -d '{"advanceMs":5000}' "$sandbox/_sandbox/clock" >/dev/null
transaction=$(field transactionId <<<"$quote")
call "$sandbox/2025-10-13/transactions/$transaction" | field status
