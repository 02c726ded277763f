/** What the audit log can hold, each with a text under `action` in the area `audit`. */
export const AUDIT_ACTIONS = [
  'sign-in',
  'sign-in-failed',
  'code-sign-in',
  'third-party-sign-in',
  'left-out',
  'operator',
  'register',
  'resetPd',
  'changePassword',
  'bindPhone',
  'unbindPhone',
  'confirmTwoFactor',
  'endTwoFactor',
  'createToken',
  'deleteToken',
  'endSession',
  'editUserConfig',
  'addTracker',
  'batchAddTrackers',
  'editTracker',
  'removeTracker',
  'createGroup',
  'editGroup',
  'deleteGroup',
  'createSubEobUser',
  'editSubEobUser',
  'deleteSubEobUser',
  'addPanel',
  'editPanel',
  'delPanel',
  'activatePlugins',
  'exportAuditLog',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Null for what a later server writes and this console has no words for. */
export function knownAction(action: string): AuditAction | null {
  return AUDIT_ACTIONS.find((known) => known === action) ?? null;
}
