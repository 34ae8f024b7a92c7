/** The operations of the public service that the sandbox answers with 501: method, path template and name. */
import type { UnsupportedOperation } from './contract.ts';

const ROWS = `
  GET /sca/factors listScaFactors
  POST /sca/factors startScaFactorEnrollment
  POST /sca/factors/confirm confirmScaFactorEnrollment
  DELETE /sca/factors/:credentialId deleteScaFactor
  POST /sca/login/start startScaLogin
  POST /sca/login/complete completeScaLogin
  POST /sca/record-event recordSecurityEvent
  POST /sca/factors/reset startTwoFactorReset
  GET /sca/factors/reset/:resetId getTwoFactorResetStatus
  POST /sca/factors/reset/:resetId/complete completeTwoFactorReset
  POST /customers/external-accounts/:externalAccountId/challenge createExternalAccountOwnershipChallenge
  POST /customers/external-accounts/:externalAccountId/verify verifyExternalAccountOwnership
  POST /platform/external-accounts/:externalAccountId/challenge createPlatformExternalAccountOwnershipChallenge
  POST /platform/external-accounts/:externalAccountId/verify verifyPlatformExternalAccountOwnership
  GET /beneficial-owners listBeneficialOwners
  POST /beneficial-owners createBeneficialOwner
  GET /beneficial-owners/:beneficialOwnerId getBeneficialOwner
  PATCH /beneficial-owners/:beneficialOwnerId updateBeneficialOwner
  GET /documents listDocuments
  POST /documents uploadDocument
  GET /documents/:documentId getDocument
  PUT /documents/:documentId replaceDocument
  DELETE /documents/:documentId deleteDocument
  POST /transfer-in createTransferIn
  POST /transfer-out createTransferOut
  POST /crypto/estimate-withdrawal-fee estimateCryptoWithdrawalFee
  POST /customers/bulk/csv uploadCustomersCsv
  GET /customers/bulk/jobs/:jobId getBulkCustomerImportJob
  POST /invitations createInvitation
  GET /invitations/:invitationCode getInvitation
  POST /invitations/:invitationCode/claim claimInvitation
  POST /invitations/:invitationCode/cancel cancelInvitation
  GET /uma-providers getAvailableUmaProviders
  GET /vasps listVasps
  GET /tokens listTokens
  POST /tokens createToken
  GET /tokens/:tokenId getTokenById
  DELETE /tokens/:tokenId deleteTokenById
  GET /agents listAgents
  POST /agents createAgent
  GET /agents/approvals listAgentApprovals
  GET /agents/me getAgentMe
  GET /agents/:agentId getAgentById
  PATCH /agents/:agentId updateAgent
  DELETE /agents/:agentId deleteAgent
  PATCH /agents/:agentId/policy updateAgentPolicy
  POST /agents/:agentId/device-codes regenerateAgentDeviceCode
  POST /agents/:agentId/actions/:actionId/approve approveAgentAction
  POST /agents/:agentId/actions/:actionId/reject rejectAgentAction
  GET /agents/device-codes/:code/status getAgentDeviceCodeStatus
  POST /agents/device-codes/:code/redeem redeemAgentDeviceCode
  GET /agents/me/transactions agentListTransactions
  GET /agents/me/transactions/:transactionId agentGetTransaction
  POST /agents/me/quotes agentCreateQuote
  GET /agents/me/quotes/:quoteId agentGetQuote
  POST /agents/me/quotes/:quoteId/execute agentExecuteQuote
  GET /agents/me/actions agentListActions
  GET /agents/me/actions/:actionId agentGetAction
  POST /agents/me/transfer-in agentCreateTransferIn
  POST /agents/me/transfer-out agentCreateTransferOut
  GET /agents/me/internal-accounts agentListInternalAccounts
  GET /agents/me/external-accounts agentListExternalAccounts
  POST /agents/me/external-accounts agentCreateExternalAccount
  GET /agents/me/external-accounts/:externalAccountId agentGetExternalAccount
  DELETE /agents/me/external-accounts/:externalAccountId agentDeleteExternalAccount
  GET /stablecoins listStablecoins
  POST /stablecoins registerStablecoin
  GET /stablecoins/:stablecoinId getStablecoin
  POST /stablecoins/:stablecoinId/mints createStablecoinMint
  POST /stablecoins/:stablecoinId/burns createStablecoinBurn
  GET /stablecoins/:stablecoinId/operations listStablecoinOperations
  GET /stablecoin-operations/:stablecoinOperationId getStablecoinOperation
  GET /stablecoin-provider-accounts listStablecoinProviderAccounts
  POST /stablecoin-provider-accounts linkStablecoinProviderAccount
  GET /stablecoin-provider-accounts/:stablecoinProviderAccountId getStablecoinProviderAccount
`;

/** The table. */
export const unsupportedOperations: readonly UnsupportedOperation[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [method = '', path = '', name = ''] = row.trim().split(' ');
    return { method, path, name };
  });
