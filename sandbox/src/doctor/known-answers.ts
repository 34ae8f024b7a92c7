/** Answers that the forms of the contract know, as far as the doctor asks for them. `npm run docs` writes this file. */
/** By form, in the notation of `fit.ts`; a later month has the lines in which it differs from the month before. */
export const knownAnswers = {
  '2026-08': `
    GET /config 200:PlatformConfig 401 500
    PATCH /config 200:PlatformConfig 400 401 500 501
    GET /transactions 200:TransactionListResponse 400 401 500
    POST /customers 201:CustomerOneOf 400 401 405 409 500 501
    GET /customers/internal-accounts 200:InternalAccountListResponse 400 401 500
    GET /auth/credentials 200:AuthCredentialListResponse 400 401 500
    POST /auth/credentials/{}/challenge 200:AuthCredentialResponseOneOf 400 401 404 429 500
    POST /auth/credentials/{}/verify 200:AuthSession 202:AuthSignedRequestChallenge 400 401 404 429 500
    GET /auth/sessions 200:SessionListResponse 400 401 500
    POST /auth/sessions/{}/refresh 201:AuthSession 202:SignedRequestChallenge 400 401 404 500
    DELETE /auth/sessions/{} 202:AuthSignedRequestChallenge 204 400 401 404 500
    GET /transactions/{} 200:TransactionOneOf 401 404 500
    POST /customers/external-accounts 201:ExternalAccount 400 401 409 500
    GET /customers/external-accounts/{} 200:ExternalAccount 401 404 500
    POST /sandbox/internal-accounts/{}/fund 200:InternalAccount 400 401 403 404 500
    GET /platform/internal-accounts 200:PlatformInternalAccountListResponse 400 401 500
    POST /quotes 201:Quote 202:Quote 400 401 403 412 424 429 500 501
    GET /quotes/{} 200:Quote 401 404 500
    POST /quotes/{}/execute 200:Quote 400 401 403 404 409 429 500
    POST /cards 201:Card 400 401 500 501
    GET /cards 200:CardListResponse 400 401 500 501
    GET /cards/{} 200:Card 401 404 500 501
    PATCH /cards/{} 200:Card 400 401 404 409 500 501
    POST /auth/delegated-keys 201:DelegatedKey 202:DelegatedKeySignedRequestChallenge 400 401 404 409 500
    POST /sandbox/webhooks/test 200:TestWebhookResponse 400 401 500
    AuthCredentialListResponse: data!:AuthMethod
    AuthCredentialResponseOneOf: id! accountId! type!=OAUTH|EMAIL_OTP|SMS_OTP|PASSKEY credentialId nickname! createdAt! updatedAt! otpEncryptionTargetBundle challenge requestId expiresAt
    AuthMethod: id! accountId! type!=OAUTH|EMAIL_OTP|SMS_OTP|PASSKEY credentialId nickname! createdAt! updatedAt!
    AuthSession: id! accountId! type!=OAUTH|EMAIL_OTP|SMS_OTP|PASSKEY credentialId nickname! createdAt! updatedAt! encryptedSessionSigningKey expiresAt!
    AuthSignedRequestChallenge: payloadToSign! requestId! expiresAt! type!=OAUTH|EMAIL_OTP|SMS_OTP|PASSKEY
    Card: id! cardholderId! platformCardId state!=PENDING_KYC|PROCESSING|ACTIVE|FROZEN|CLOSED stateReason brand=VISA|MASTERCARD form!=VIRTUAL last4 expMonth# expYear# fundingSources! maxSpendPerTransaction! currency processorRef issuerRef createdAt! updatedAt!
    CardListResponse: data!:Card hasMore! nextCursor totalCount#
    CardMerchant: descriptor! mcc country
    CardPullSummary: count!# totalAmount!# pendingCount#
    CardRefundSummary: count!# totalAmount!#
    CardSettlementSummary: count!# totalAmount!#
    ContactVerification: email=PENDING|VERIFIED phone=PENDING|VERIFIED
    Currency: code name symbol decimals#
    CurrencyAmount: amount!# currency!:Currency
    CustomerOneOf: id platformCustomerId! customerType!=INDIVIDUAL|BUSINESS endUserTermsConsent:EndUserTermsConsent region currencies email phoneNumber umaAddress! createdAt updatedAt isDeleted contactVerification:ContactVerification kycStatus=UNVERIFIED|PENDING|APPROVED|REJECTED|HOLD fullName birthDate nationality address idType identifier countryOfIssuance sourceOfFundsCategories sourceOfFundsOtherDescription sourceOfWealthCategories sourceOfWealthOtherDescription purposeOfAccount purposeOfAccountOtherDescription expectedMonthlyTransactionCount expectedMonthlyTransactionVolume annualIncomeRange netWorthRange pepStatus kybStatus=UNVERIFIED|PENDING|APPROVED|REJECTED|HOLD businessInfo beneficialOwners
    DelegatedKey: id! cardId! fundingSourceId! accountId! publicKey! nickname! status!=PENDING|ACTIVE|REVOKED createdAt! updatedAt!
    DelegatedKeySignedRequestChallenge: payloadToSign! requestId! expiresAt!
    EndUserTermsConsent: acceptedAt! ipAddress! termsVersion! acceptanceMethod!=CHECKBOX|CLICK_TO_ACCEPT
    ExternalAccount: id! customerId status!=PENDING|ACTIVE|PENDING_OWNERSHIP_VERIFICATION|UNVERIFIED|UNDER_REVIEW|INACTIVE platformAccountId ownershipType=FIRST_PARTY|THIRD_PARTY currency! defaultUmaDepositAccount beneficiaryVerificationStatus=MATCHED|PARTIAL_MATCH|NOT_MATCHED|UNSUPPORTED|CHECKED_BY_RECEIVING_FI|PENDING beneficiaryVerifiedData accountInfo!
    InternalAccount: id! customerId type!=INTERNAL_FIAT|INTERNAL_CRYPTO|EMBEDDED_WALLET status!=PENDING|ACTIVE|CLOSED|FROZEN|FAILED balance!:CurrencyAmount totalBalance!:CurrencyAmount fundingPaymentInstructions!:PaymentInstructions privateEnabled createdAt! updatedAt!
    InternalAccountListResponse: data!:InternalAccount hasMore! nextCursor totalCount#
    PaymentInstructions: instructionsNotes isPlatformAccount accountOrWalletInfo!
    PlatformConfig: id umaDomain proxyUmaSubdomain webhookEndpoint supportedCurrencies isRegulatedFinancialInstitution embeddedWalletConfig cardTokenization2faConfig feeConfigs createdAt updatedAt
    PlatformInternalAccountListResponse: data!:InternalAccount
    Quote: id! status!=PENDING|PENDING_AUTHORIZATION|PROCESSING|COMPLETED|FAILED|EXPIRED createdAt! expiresAt! source! destination! sendingCurrency!:Currency receivingCurrency!:Currency totalSendingAmount!# totalReceivingAmount!# exchangeRate!# feesIncluded!# platformFeesIncluded# paymentInstructions:PaymentInstructions transactionId! counterpartyInformation rateDetails scaChallenge:ScaChallenge
    ReconciliationInstructions: reference transactionHash
    Refund: reference! initiatedAt! settledAt status!=PENDING|COMPLETED|FAILED reason=TRANSACTION_FAILED|USER_CANCELLATION|TIMEOUT
    ScaChallenge: id! expiresAt! factor!=SMS_OTP|TOTP|PASSKEY availableFactors!=SMS_OTP|TOTP|PASSKEY purpose passkeyAssertionOptions passkeyAllowedOrigins
    SessionListResponse: data!:AuthSession
    SignedRequestChallenge: payloadToSign! requestId! expiresAt!
    TestWebhookResponse: url response_status!# response_body
    TransactionListResponse: data!:TransactionOneOf hasMore! nextCursor totalCount#
    TransactionOneOf: id! status!=CREATED|PENDING|PENDING_AUTHORIZATION|PROCESSING|COMPLETED|REJECTED|FAILED|REFUNDED|EXPIRED|AUTHORIZED|PARTIALLY_SETTLED|SETTLED|EXCEPTION pendingReason=COUNTERPARTY_DECLARATION_REQUIRED|WALLET_VERIFICATION_REQUIRED|COUNTERPARTY_INFORMATION_REQUIRED|COMPLIANCE_REVIEW type!=INCOMING|OUTGOING|CARD direction!=CREDIT|DEBIT destination customerId! platformCustomerId! settledAt createdAt updatedAt receiptDeliveryConfirmedAt agentId description sentAmount:CurrencyAmount exchangeRate# quoteId refund:Refund counterpartyInformation source receivedAmount:CurrencyAmount fees# reconciliationInstructions:ReconciliationInstructions failureReason platformFees# paymentInstructions:PaymentInstructions rateDetails paymentRail railSelectionMode expectedSettlementAt settlementTimelineSeconds# cardId issuerTransactionToken merchant:CardMerchant authorizedAmount:CurrencyAmount settledAmount:CurrencyAmount refundedAmount:CurrencyAmount accountId pullSummary:CardPullSummary refundSummary:CardRefundSummary settlementSummary:CardSettlementSummary authorizedAt lastEventAt
  `,
  '2026-09': `
    POST /cards 201:Card 400 401 409 500 501
    AgreementConsent: type!=LIGHTSPARK_END_USER_TERMS|LIGHTSPARK_E_SIGN_CONSENT|LIGHTSPARK_PRIVACY_POLICY|LEAD_E_SIGN_CONSENT|LEAD_ACCOUNTHOLDER_AGREEMENT|LEAD_PRIVACY_POLICY|LEAD_CARDHOLDER_AGREEMENT acceptedAt! ipAddress! termsVersion! acceptanceMethod!=CHECKBOX|CLICK_TO_ACCEPT
    Card: id! platformCardId brand=VISA|MASTERCARD form!=VIRTUAL last4 expMonth# expYear# maxSpendPerTransaction!# currency processorRef issuerRef createdAt! updatedAt! customerId! status!=PENDING_KYC|PROCESSING|ACTIVE|FROZEN|CLOSED statusReason=ISSUER_REJECTED|CLOSED_BY_PLATFORM|CLOSED_BY_GRID fundingSource maxSpendPerDay!# maxTransactionsPerDay!#
    CardMerchant: descriptor! mcc country city state
    CustomerOneOf: id platformCustomerId! customerType!=INDIVIDUAL|BUSINESS endUserTermsConsent:EndUserTermsConsent region currencies email phoneNumber umaAddress! createdAt updatedAt isDeleted contactVerification:ContactVerification agreementConsents:AgreementConsent kycStatus=UNVERIFIED|PENDING|APPROVED|REJECTED|HOLD fullName birthDate nationality address idType identifier countryOfIssuance sourceOfFundsCategories sourceOfFundsOtherDescription sourceOfWealthCategories sourceOfWealthOtherDescription purposeOfAccount purposeOfAccountOtherDescription expectedMonthlyTransactionCount expectedMonthlyTransactionVolume annualIncomeRange netWorthRange pepStatus kybStatus=UNVERIFIED|PENDING|APPROVED|REJECTED|HOLD businessInfo beneficialOwners
    TransactionOneOf: id! status!=CREATED|PENDING|PENDING_AUTHORIZATION|PROCESSING|COMPLETED|REJECTED|FAILED|REFUNDED|EXPIRED|AUTHORIZED|PARTIALLY_SETTLED|SETTLED|EXCEPTION|DECLINED|VOIDED pendingReason=COUNTERPARTY_DECLARATION_REQUIRED|WALLET_VERIFICATION_REQUIRED|COUNTERPARTY_INFORMATION_REQUIRED|COMPLIANCE_REVIEW type!=INCOMING|OUTGOING|CARD direction!=CREDIT|DEBIT destination customerId! platformCustomerId! settledAt createdAt updatedAt receiptDeliveryConfirmedAt agentId description sentAmount:CurrencyAmount exchangeRate# quoteId refund:Refund counterpartyInformation source receivedAmount:CurrencyAmount fees# reconciliationInstructions:ReconciliationInstructions failureReason platformFees# paymentInstructions:PaymentInstructions rateDetails paymentRail railSelectionMode expectedSettlementAt settlementTimelineSeconds# cardId issuerTransactionToken merchant:CardMerchant authorizedAmount:CurrencyAmount settledAmount:CurrencyAmount refundedAmount:CurrencyAmount accountId authorizedAt originalTransactionId cardDeclinedReason=CARD_NOT_ACTIVE|SPEND_LIMIT_EXCEEDED|INSUFFICIENT_FUNDS|NO_ELIGIBLE_FUNDING_SOURCE|BLOCKED|UNSUPPORTED_NETWORK|OTHER
  `,
  '2026-10': `
    POST /quotes 200:Quote 202:Quote 400 401 403 412 424 429 500 501
    Card: id! platformCardId brand=VISA|MASTERCARD form!=VIRTUAL last4 expMonth# expYear# maxSpendPerTransaction!# currency processorRef issuerRef createdAt! updatedAt! customerId! status!=PENDING_KYC|PROCESSING|ACTIVE|FROZEN|CLOSED|PENDING statusReason=ISSUER_REJECTED|CLOSED_BY_PLATFORM|CLOSED_BY_GRID|DELEGATION_REQUIRED fundingSource maxSpendPerDay!# maxTransactionsPerDay!#
  `,
  spec: `
    GET /transactions 200:TransactionPage 400 401 500
    POST /customers 201:Customer 400 401 500
    GET /internal-accounts 200:InternalAccountPage 400 401 500
    GET /auth/credentials 200:AuthMethods 400 401 500
    POST /auth/credentials/{}/challenge 200:CredentialChallenge 400 401 404 429 500
    POST /auth/credentials/{}/verify 200:NewSession 202:Challenge 400 401 404 429 500
    GET /auth/sessions 200:Sessions 400 401 500
    POST /auth/sessions/{}/refresh 201:NewSession 202:Challenge 400 401 404 500
    DELETE /auth/sessions/{} 202:Challenge 204 400 401 404 500
    GET /transactions/{} 200:Transaction 400 401 404 500
    POST /customers/external-accounts 201:ExternalAccount 400 401 404 500
    GET /customers/external-accounts/{} 200:ExternalAccount 400 401 404 500
    POST /sandbox/internal-accounts/{}/fund 200:InternalAccount 400 401 404 500
    GET /platform/internal-accounts 200:InternalAccountPage 400 401 500
    POST /quotes 201:Quote 400 401 403 404 500
    GET /quotes/{} 200:Quote 400 401 404 500
    POST /quotes/{}/execute 200:Quote 400 401 404 409 500
    POST /cards 201:Card 400 401 500
    GET /cards/{} 200:Card 400 401 404 500
    PATCH /cards/{} 200:Card 202:Challenge 400 401 409 500
    POST /sandbox/webhooks/test 200:answer24 400 401 500
    AuthMethod: id accountId type=OAUTH|EMAIL_OTP|SMS_OTP|PASSKEY nickname createdAt updatedAt credentialId
    AuthMethods: data:AuthMethod
    Card: id cardholderId platformCardId state=PENDING_KYC|PROCESSING|ACTIVE|FROZEN|CLOSED stateReason=ISSUER_REJECTED|CLOSED_BY_PLATFORM|CLOSED_BY_GRID brand=VISA form=VIRTUAL last4 expMonth# expYear# currency fundingSources maxSpendPerTransaction# createdAt updatedAt
    Challenge: type=OAUTH|EMAIL_OTP|SMS_OTP|PASSKEY payloadToSign requestId expiresAt
    CredentialChallenge: id accountId type=OAUTH|EMAIL_OTP|SMS_OTP|PASSKEY nickname createdAt updatedAt credentialId otpEncryptionTargetBundle challenge requestId expiresAt
    Currency: code name symbol decimals#
    CurrencyAmount: amount# currency:Currency
    Customer: id customerType=INDIVIDUAL|BUSINESS fullName businessInfo platformCustomerId region email phoneNumber address birthDate nationality kycStatus=UNVERIFIED|PENDING|APPROVED|REJECTED|HOLD createdAt updatedAt
    ExternalAccount: id customerId status=PENDING|ACTIVE|UNDER_REVIEW|INACTIVE currency platformAccountId accountInfo
    InternalAccount: id customerId type=INTERNAL_FIAT|INTERNAL_CRYPTO|EMBEDDED_WALLET status=PENDING|ACTIVE|CLOSED|FROZEN|FAILED balance:CurrencyAmount totalBalance:CurrencyAmount fundingPaymentInstructions:PaymentInstructions createdAt updatedAt
    InternalAccountPage: data:InternalAccount hasMore nextCursor totalCount#
    NewSession: id accountId type=OAUTH|EMAIL_OTP|SMS_OTP|PASSKEY nickname createdAt updatedAt expiresAt encryptedSessionSigningKey
    PaymentInstructions: accountOrWalletInfo instructionsNotes isPlatformAccount
    Quote: id status=PENDING|PENDING_AUTHORIZATION|PROCESSING|COMPLETED|FAILED|EXPIRED createdAt expiresAt source destination sendingCurrency:Currency receivingCurrency:Currency totalSendingAmount# totalReceivingAmount# exchangeRate# feesIncluded# platformFeesIncluded# transactionId rateDetails paymentInstructions:PaymentInstructions scaChallenge:scaChallenge2
    Sessions: data:data19
    Transaction: id status=CREATED|PENDING|PENDING_AUTHORIZATION|PROCESSING|COMPLETED|REJECTED|FAILED|REFUNDED|EXPIRED|AUTHORIZED|PARTIALLY_SETTLED|SETTLED|EXCEPTION direction=CREDIT|DEBIT destination customerId platformCustomerId settledAt createdAt updatedAt description sentAmount:CurrencyAmount receivedAmount:CurrencyAmount exchangeRate# quoteId fees# agentId receiptDeliveryConfirmedAt failureReason scaChallenge:scaChallenge2 reconciliationInstructions:reconciliationInstructions3 refund:refund4 type=OUTGOING|INCOMING|CARD source platformFees# paymentInstructions:PaymentInstructions rateDetails paymentRail railSelectionMode=AUTO|MANUAL expectedSettlementAt settlementTimelineSeconds# cardId issuerTransactionToken merchant:merchant6 authorizedAmount:CurrencyAmount settledAmount:CurrencyAmount refundedAmount:CurrencyAmount accountId pullSummary:pullSummary7 settlementSummary:settlementSummary8 refundSummary:settlementSummary8 authorizedAt lastEventAt
    TransactionPage: data:Transaction hasMore nextCursor totalCount#
    answer24: response_status# url
    data19: id accountId type=OAUTH|EMAIL_OTP|SMS_OTP|PASSKEY nickname createdAt updatedAt expiresAt
    merchant6: descriptor mcc country
    pullSummary7: count# totalAmount:CurrencyAmount pendingCount#
    reconciliationInstructions3: reference
    refund4: reference initiatedAt status=PENDING|COMPLETED|FAILED settledAt reason
    scaChallenge2: type=SMS_OTP expiresAt
    settlementSummary8: count# totalAmount:CurrencyAmount
  `,
} as const;
/** Codes of refusals, of every form. */
export const knownCodes = `
  ACCOUNT_NOT_FOUND AMOUNT_OUT_OF_RANGE AUTH_METHOD_NOT_FOUND BANK_ACCOUNT_VALIDATION_PENDING BENEFICIARY_TRUSTED BULK_UPLOAD_JOB_NOT_FOUND
  CARDHOLDER_KYC_NOT_APPROVED CARD_ALREADY_CLOSED CARD_LIMIT_REACHED CARD_NOT_MUTABLE CERT_CHAIN_EXPIRED CERT_CHAIN_INVALID CONFLICT
  COUNTERPARTY_NOT_ALLOWED COUNTERPARTY_PUBKEY_FETCH_ERROR CUSTOMER_NOT_FOUND DAILY_VOLUME_LIMIT_EXCEEDED DATA_MISMATCH DOCUMENT_ALREADY_EXISTS
  DOCUMENT_HOLDER_NOT_FOUND DUPLICATE_EXTERNAL_ACCOUNT DUPLICATE_PAY_REQUEST EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS EMAIL_OTP_CREDENTIAL_SET_CHANGED
  EMAIL_OTP_CREDENTIAL_SYNC_FAILED EMAIL_OTP_EMAIL_ALREADY_EXISTS END_USER_TERMS_NOT_ACCEPTED END_USER_TERMS_VERSION_NOT_FOUND EXPIRED
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED FORBIDDEN FUNDING_SOURCE_INELIGIBLE GRID_SWITCH_ERROR INCOMPLETE INSUFFICIENT_FUNDS INTERNAL_ERROR
  INVALID_AMOUNT INVALID_BANK_ACCOUNT INVALID_CURRENCY INVALID_INPUT INVALID_NONCE INVALID_PAYREQ_RESPONSE INVALID_PUBKEY_FORMAT INVALID_RECEIVER
  INVALID_REQUEST_FORMAT INVALID_SIGNATURE INVALID_STATE_TRANSITION INVALID_TIMESTAMP INVALID_UMA_ADDRESS INVITATIONS_NOT_CONFIGURED
  INVITATION_ALREADY_CLAIMED INVITATION_CANCELLED INVITATION_NOT_FOUND LNURLP_REQUEST_FAILED LOOKUP_REQUEST_FAILED LOOKUP_REQUEST_NOT_FOUND LOW_QUALITY
  METHOD_NOT_ALLOWED MISSING_MANDATORY_USER_INFO MISSING_REQUIRED_UMA_PARAMETERS NOT_FOUND NOT_IMPLEMENTED NO_COMPATIBLE_UMA_VERSION
  PARSE_LNURLP_RESPONSE_ERROR PARSE_PAYREQ_RESPONSE_ERROR PASSKEY_ALREADY_ENROLLED PASSKEY_CREDENTIAL_ALREADY_EXISTS PAYMENT_URL_NOT_FOUND
  PAYREQ_REQUEST_FAILED PLATFORM_NOT_FOUND QUOTE_EXPIRED QUOTE_NOT_FOUND QUOTE_RATE_UNAVAILABLE QUOTE_REQUEST_FAILED RATE_LIMITED REFERENCE_NOT_FOUND
  REQUEST_ID_MISSING REQUEST_NOT_FOUND SCA_SESSION_REQUIRED SELF_PAYMENT SENDER_NOT_ACCEPTED SERVICE_SWITCH_ERROR SESSION_NOT_FOUND
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS SMS_OTP_CREDENTIAL_SET_CHANGED SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS STABLECOIN_PROVIDER_ACCOUNT_INVALID
  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND STABLECOIN_PROVIDER_ACCOUNT_REVOKED STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED SUSPECTED_FRAUD
  TOKEN_NOT_FOUND TRANSACTION_NOT_CANCELLABLE TRANSACTION_NOT_FOUND TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL TRANSACTION_SIZE_LIMIT_EXCEEDED
  UMA_ADDRESS_EXISTS UMA_NOT_FOUND UNAUTHORIZED UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY UNSUITABLE_DOCUMENT UNSUPPORTED_UMA_VERSION USER_NOT_FOUND
  USER_NOT_READY VELOCITY_LIMIT_EXCEEDED VERIFICATION_NOT_FOUND WALLET_NOT_PROVISIONED WALLET_SIGNATURE_BODY_MISMATCH WALLET_SIGNATURE_INVALID
  WALLET_SIGNATURE_MALFORMED WALLET_SIGNATURE_MISSING WEBHOOK_DELIVERY_ERROR WEBHOOK_ENDPOINT_NOT_SET
`;
