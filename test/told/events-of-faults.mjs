/**
 * What the events of each fault of docs/reliability.md tell, among whatever else is told: how a call ended (its flow, outcome, code and
 * next step), how its action moved, what became of the state (status, reason, storage). A flow is left out where several meet the
 * fault. `set-up.ts` holds the test of each row against its events.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const eventsOfFaults = {
  'Network lost before the first leg arrived': 'asking: fault → failed NETWORK_FAILED retry',
  'Network lost after the first leg was carried out': 'asking: fault → failed SERVICE_FAILED retry',
  'Network lost before the second leg arrived':
    'committing: fault → uncertain: found-undone → committing: success → quote.execute done',
  'Network lost after the second leg was carried out': 'committing: fault → uncertain: found-done → done',
  'Network lost during an answer': 'committing: fault → uncertain: found-done → done',
  'An answer that takes longer than 30 s': 'committing: fault → uncertain: found-done → quote.execute done',
  '500 on either leg, done or not': 'committing: fault → uncertain: found-done → done',
  'HTML in place of an answer, whatever its status': 'committing: fault → uncertain: found-undone → done',
  'An empty answer': 'committing: fault → uncertain: found-undone → done',
  'A truncated answer': 'committing: fault → done',
  'JSON of another shape': 'committing: fault → uncertain: found-done → done',
  'A second challenge in answer to the stamp (a proxy dropped the headers)': 'committing: fault → done',
  '429 with `Retry-After` on either leg':
    'committing: throttled → quote.execute unknown OUTCOME_UNKNOWN retry → opening: resumed → quote.execute done',
  'The outcome can not be looked up either':
    'committing: fault → uncertain: found-nothing → quote.execute unknown OUTCOME_UNKNOWN retry → opening: resumed → uncertain: found-done → quote.execute done',
  'An action found undone twice':
    'uncertain: found-undone → committing: fault → uncertain: found-undone → signedRetry unknown OUTCOME_UNKNOWN retry',
  'The challenge expired while the person hesitated': 'approved: expiry → asking: challenge → card.freeze done',
  'The challenge expired while the person hesitated, twice':
    'approved: expiry → approved: expiry → credentials.changeEmail failed CHALLENGE_EXPIRED restart',
  'Tab closed between the two legs': 'state closed → uncertain: found-done → credentials.changeEmail done',
  'A stamped request that is late, and a second sending that fails':
    'committing: fault → committing: fault → quote.execute unknown OUTCOME_UNKNOWN retry → uncertain: found-done → quote.execute done',
  'A 409 whose reason can not be read':
    'committing: conflict → uncertain: found-nothing → quote.execute unknown OUTCOME_UNKNOWN retry',
  'A refresh in another tab overtakes the stamp':
    'committing: key-refused → rekeying: other-key → committing: success → card.freeze done',
  'The relay refuses a stamped request by itself': 'committing: refusal → signedRetry failed SERVICE_FAILED retry',
  'The first request of an action that is done at once gets lost':
    'asking: fault → uncertain: found-done → signedRetry done',
  'A `fetch` of the page that knows nothing of signals hangs': 'session.list failed TIMED_OUT retry',
  'A sign-out between a stamped request and its second sending':
    'committing: fault → uncertain: found-undone → signedRetry unknown OUTCOME_UNKNOWN retry',
  'The answer that paid got lost': 'committing: fault → uncertain: found-done → quote.execute done',
  'The quote expired before it was signed': 'uncertain: found-over → quote.execute failed QUOTE_EXPIRED restart',
  'The answer that carried the key of a sign-in got lost':
    'committing: fault → emailOtp.verify unknown OUTCOME_UNKNOWN restart',
  'The answer that carried the key of a refresh got lost':
    'committing: fault → session.refresh unknown OUTCOME_UNKNOWN restart → session.refresh done',
  'The same button pressed twice': 'committing: success → signedRetry done → signedRetry done',
  'The same button pressed in two tabs':
    'committing: success → credentials.changeEmail done → uncertain: found-done → credentials.changeEmail done',
  'One quote executed in ten tabs at once': 'committing: success → quote.execute done',
  'Tab closed after a payment was sent':
    'state closed → quote.execute unknown OUTCOME_UNKNOWN retry → uncertain: found-done → quote.execute done',
  'Tab closed after a credential was removed': 'state closed → credentials.remove done',
  'The record of an action whose outcome stayed unknown':
    'signedRetry unknown OUTCOME_UNKNOWN retry → opening: fresh → committing: success → done',
  "This device's clock is days ahead when a record is found":
    'signedRetry unknown OUTCOME_UNKNOWN retry → opening: resumed → signedRetry unknown OUTCOME_UNKNOWN retry',
  'The session ends while the person reads the review page':
    'state signed-out expired → approved: veto → quote.execute failed SESSION_EXPIRED reauthenticate',
  'Another tab signs out while the person reads':
    'state signed-out signed-out → approved: veto → card.freeze failed SIGNED_OUT reauthenticate',
  'The clock is set by hours while the person reads': 'background.ask done → committing: success → done',
  'The service lists the sessions in part when it is asked for one':
    'background.ask failed ANSWER_INVALID retry → quote.execute failed CLOCK_UNCERTAIN retry',
  'The service ends the old session at once, while another tab reads':
    'session.refresh done → approved: stamp → committing: success → done',
  'Ten tabs refresh at once': 'session.refresh done → quote.execute done',
  'Ten tabs refresh at once without Web Locks': 'session.refresh done → approved: veto → session.refresh done',
  'A paid quote pressed again after its expiry': 'opening: fresh → uncertain: found-done → quote.execute done',
  'The caller gives up after the stamp was sent':
    'approved: stamp → quote.execute unknown OUTCOME_UNKNOWN retry → committing: success → quote.execute done',
  'One of two callers of the same press gives up':
    'credentials.remove aborted → credentials.remove failed CREDENTIAL_NOT_FOUND fix-input',
  'The credentials are listed in part after a removal got lost':
    'committing: fault → uncertain: found-nothing → credentials.remove unknown OUTCOME_UNKNOWN retry',
  'The credentials are listed in part when a sign-in begins': 'emailOtp.begin failed ANSWER_INVALID retry',
  'A custom action is pressed offline':
    'asking: fault → signedRetry failed NETWORK_FAILED retry → opening: fresh → signedRetry done',
  'Five wrong codes':
    'emailOtp.verify failed CODE_WRONG fix-input → emailOtp.verify failed CODE_EXHAUSTED restart → emailOtp.verify done',
  'The clocks of relay and service differ by ten minutes': 'committing: success → passkey.add done',
  'A sign-out is pressed while nobody is signed in, and a sign-in is under way':
    'session.revoke failed SIGNED_OUT reauthenticate → emailOtp.verify failed SIGNED_OUT reauthenticate',
  'The same, and that tab finds the disk full before the sign-out has reached storage':
    'emailOtp.verify failed SIGNED_OUT reauthenticate → session.revoke failed SIGNED_OUT reauthenticate',
  'The same, and the tab of the sign-in can not read storage':
    'session.revoke failed SIGNED_OUT reauthenticate → emailOtp.verify failed SIGNED_OUT reauthenticate',
  'The same, and the tab of the sign-out gets its storage back':
    'state signed-out memory → session.revoke failed SIGNED_OUT reauthenticate → state signed-out persistent',
  'A sign-out deletes the record over quota, and a tab without BroadcastChannel has a refresh under way':
    'session.revoke done → state signed-out signed-out → signedRetry failed SIGNED_OUT reauthenticate',
  'The same, and the other tab had gone on in memory': 'session.revoke done → state signed-out signed-out',
  'The same, and the other tab has a sign-in under way':
    'session.revoke done → emailOtp.verify failed SIGNED_OUT reauthenticate',
  'The wallet is closed after a sign-out was pressed and before its code has loaded':
    'state closed → session.revoke done WALLET_CLOSED restart → state signed-out signed-out',
  'A key is refused while another tab has the refresh under way that ended it':
    'session.refresh done → state signed-in → signedRetry done',
  'Somebody signs out and in again while an action waits for its stamp':
    'challenged: veto → card.freeze failed BUSY retry',
  'The same, and the action is pressed again under the new sign-in':
    'card.freeze failed BUSY retry → committing: success → card.freeze done',
  'The session is refreshed while an action waits for its stamp':
    'session.refresh done → asking: challenge → approved: stamp → card.freeze done',
  'Two presses about one card in a page without Web Locks': 'card.freeze done → card.unfreeze done',
  'Two presses about one card where nobody is asked to approve': 'committing: success → signedRetry done',
  'Thirty calls at once in Node, as in tests of a platform': 'committing: success → credentials.changeEmail done',
  'The device sleeps while a sign-out is under way, until its challenge has expired':
    'background.revoke failed REFUSED reauthenticate → session.revoke done REFUSED reauthenticate → committing: success',
  'A tab that announces a sign-out dies before it has stored it':
    'state signed-out signed-out → signedRetry failed SIGNED_OUT reauthenticate → background.revoke done',
  'A session is kept in the memory of a tab alone, and another tab, which sees none, signs out':
    'state signed-out signed-out memory → signedRetry failed SIGNED_OUT reauthenticate',
  'Storage neither writes nor deletes at a sign-out':
    'state signed-out signed-out → session.revoke done KEY_NOT_DELETED retry',
  'Storage over quota at a sign-out': 'state signed-out signed-out → session.revoke done',
  'The request of a sign-out hangs':
    'state signed-out signed-out → state signed-out signed-out → signedRetry failed SIGNED_OUT reauthenticate',
  'A sign-out without a network':
    'state signed-out signed-out → background.revoke failed → session.revoke done → background.revoke done',
  'A sign-out overtakes a sign-in that was pressed before it':
    'session.revoke done → emailOtp.verify failed SIGNED_OUT reauthenticate',
  'A session that no tab took': 'session.refresh done → background.revoke done',
  'A stamp is under way while the session is refreshed':
    'session.refresh done → signedRetry done → background.revoke done',
  'The service has ended the session by itself':
    'background.ask done → state signed-out revoked → state signed-out revoked → signedRetry failed SIGNED_OUT reauthenticate',
  'A list of sessions that is older than the session': 'background.ask done → signedRetry done',
  'A timer throttled in a hidden tab': 'state signed-out expired → signedRetry failed SESSION_EXPIRED reauthenticate',
  'The device slept past the end': 'background.ask done → state signed-out expired',
  'The clock is set forward': 'background.ask failed → signedRetry failed CLOCK_UNCERTAIN retry',
  'The clock is set back': 'background.ask failed → signedRetry failed CLOCK_UNCERTAIN retry',
  'Daylight saving begins or ends': 'state signed-in → emailOtp.verify done',
  'The answer to a sign-in took a minute':
    'emailOtp.verify done → state signed-out expired → signedRetry failed SESSION_EXPIRED reauthenticate',
  'Nobody watches the end coming': 'emailOtp.verify done → state signed-in memory',
  'Two, three or ten tabs store a refreshed session at once': 'session.refresh done → signedRetry done',
  'A tab signs out while another one refreshes': 'state signed-out signed-out → background.revoke done',
  'A tab comes back from the back/forward cache': 'session.revoke done → state signed-out signed-out',
  'A tab wakes after another one has refreshed': 'session.refresh done → state signed-in → signedRetry done',
  'No BroadcastChannel': 'session.refresh done → state signed-in → signedRetry done',
  'Nobody looks at the page when its session nears the end': 'background.refresh',
  'The automatic refresh fails':
    'background.refresh failed NETWORK_FAILED retry → background.refresh failed NETWORK_FAILED retry',
  'Sessions that live no longer than the notice of their end': 'background.refresh done → background.refresh done',
  'No Web Locks': 'session.list done → quote.execute done',
  "Signing out of a page whose code can't be loaded (a deploy in between)":
    'state signed-out signed-out → background.revoke failed → session.revoke done → background.revoke done',
  'IndexedDB missing': 'state signed-out memory → state signed-in memory → signedRetry done',
  'IndexedDB throws on access': 'state signed-out memory → state signed-in memory → signedRetry done',
  'IndexedDB blocked by a setting': 'state signed-out memory → state signed-in memory → signedRetry done',
  'Storage over quota from the start': 'state signed-out memory → state signed-in memory → signedRetry done',
  'IndexedDB refuses the CryptoKey': 'state signed-out memory → state signed-in memory → signedRetry done',
  'IndexedDB stores the CryptoKey and reads nothing':
    'state signed-out memory → state signed-in memory → signedRetry done',
  'IndexedDB stores the CryptoKey and reads null':
    'state signed-out memory → state signed-in memory → signedRetry done',
  'IndexedDB gives back a plain object': 'state signed-out memory → state signed-in memory → signedRetry done',
  'IndexedDB never answers': 'state signed-out memory',
  'Storage that never answers, at a sign-out':
    'state signed-in memory → state signed-out signed-out memory → session.revoke done KEY_NOT_DELETED retry',
  'Storage that never answered answers after a sign-out':
    'state signed-in memory → state signed-out signed-out memory → session.revoke done KEY_NOT_DELETED retry',
  'IndexedDB closes under the page': 'state signed-in persistent → signedRetry done',
  'Storage over quota at a refresh': 'state signed-in memory → session.refresh done → signedRetry done',
  'Storage emptied while the page is open':
    'state signed-in memory → background.ask failed → signedRetry failed CLOCK_UNCERTAIN retry',
  'The browser deletes the database under the page': 'state signed-in memory → background.ask done',
  'A tab in memory, while another one signs out':
    'state signed-out signed-out → signedRetry failed SIGNED_OUT reauthenticate',
  'A tab in memory, while another one refreshes':
    'state signed-in memory → state signed-out replaced memory → signedRetry failed SIGNED_OUT reauthenticate',
  'Storage works again': 'state signed-in memory → state signed-in persistent → signedRetry done',
  'Storage works again, and somebody has signed out meanwhile':
    'state signed-in memory → session.revoke done → state signed-out signed-out persistent',
  'Two tabs made a session each, one of them in memory':
    'state signed-in memory → state signed-in persistent → background.revoke done',
  'A tab of a later version has stored the session':
    'state signed-out → signedRetry failed UPDATE_REQUIRED restart → session.revoke done UPDATE_REQUIRED restart',
  'The wallet is closed while work is pending, as in a page that makes it twice':
    'state closed → signedRetry failed WALLET_CLOSED restart',
  'A page died while it probed storage': 'state signed-in persistent → emailOtp.verify done',
  'A record of an older schema': 'state signed-out storage-lost → state signed-in → signedRetry done',
  'A corrupt record': 'state signed-out storage-lost → state signed-in → signedRetry done',
  'A stored key that became a plain object': 'state signed-out storage-lost → state signed-in → signedRetry done',
  'A LockManager that ignores its signal': 'card.freeze done',
  'The revocation of a session that was replaced hangs': 'state signed-in → session.refresh done',
  'The signal of a sign-out was aborted before it': 'session.revoke failed → signedRetry done',
  'One code is checked twice at once, with white space in it and without':
    'emailOtp.verify done → emailOtp.verify done',
  'The return to storage breaks off half-way, after another tab has ended an action':
    'state signed-in memory → state signed-in persistent',
  'A refresh in another tab overtakes the stamp of a payment, and the service repeats its 401 to the same key':
    'committing: key-refused → rekeying: other-key → committing: success → quote.execute done',
  'Another tab signs out between the stamp and its sending':
    'approved: stamp → state signed-out signed-out → committing: veto → card.freeze failed SIGNED_OUT reauthenticate',
  'A sign-out over quota deletes the list of sessions that other pages had left to be revoked':
    'session.revoke done → background.revoke done → background.revoke done',
  'The same, and the service is reached only later': 'session.revoke done → background.revoke done',
  'Two sessions are to be revoked over quota, and the page closes after the first':
    'background.revoke done → state closed',
  'Tab closed after a stamp was sent that never arrived':
    'state closed → opening: resumed → uncertain: found-undone → committing: success → credentials.changeEmail done',
  'The caller gives up, or the wallet is closed, when an action was done and is being noted':
    'committing: success → unknown OUTCOME_UNKNOWN retry',
};
