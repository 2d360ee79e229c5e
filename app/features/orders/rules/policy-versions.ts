/**
 * The versions of the two policies that a buyer accepts with a payment, and the day each came into force. Both are
 * stored on the order. A change of a policy's text is a new version: add it here, newest first.
 */
export const termsVersions = [
  { version: '2026-11.3', since: '2026-11-23' },
  { version: '2026-11.2', since: '2026-11-23' },
  { version: '2026-11', since: '2026-11-20' },
] as const
export const refundPolicyVersions = [
  { version: '2026-11.2', since: '2026-11-23' },
  { version: '2026-11', since: '2026-11-20' },
] as const

export const acceptedVersions = {
  termsVersion: termsVersions[0].version,
  refundPolicyVersion: refundPolicyVersions[0].version,
} as const
