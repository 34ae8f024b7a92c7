import base64, json, sys
from datetime import datetime
from http.server import ThreadingHTTPServer

if len(sys.argv) == 2:
    import identify
    identify.sessions.update(json.loads(sys.argv[1]))
    server = ThreadingHTTPServer(("127.0.0.1", 0), identify.Identify)
    print(server.server_port, flush=True)
    server.serve_forever()

from cryptography.hazmat.primitives.serialization import load_pem_public_key
from webhook import Refused, verify_webhook
known = json.load(open(sys.argv[2]))
key = load_pem_public_key(known["publicKeyPem"].encode())
def status(vector):
    try:
        verify_webhook(base64.b64decode(vector["bodyBase64"]), vector["signature"] or "", key, datetime.fromisoformat(known["now"].replace("Z", "+00:00")))
        return 200
    except Refused as refused:
        return refused.args[0]
print(json.dumps([status(vector) for vector in known["vectors"]]))
