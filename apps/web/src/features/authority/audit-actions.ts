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
  'addLayer',
  'editLayer',
  'changeLayerDisplay',
  'deleteLayer',
  'createShareLink',
  'withdrawShareLink',
  'activatePlugins',
  'exportAuditLog',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Null for what a later server writes and this console has no words for. */
export function knownAction(action: string): AuditAction | null {
  return AUDIT_ACTIONS.find((known) => known === action) ?? null;
}

/** Commands of the operator that are written into an account's log, each with a text under `command`. */
const COMMANDS = [
  'create-account',
  'reset-password',
  'end-two-factor',
  'end-sessions',
  'registration',
  'grant',
  'revoke',
  'brand',
  'dealer',
  'ground-support',
  'sign-secret',
] as const;

/** Null for a command that this console has no words for. */
export function knownCommand(command: string): (typeof COMMANDS)[number] | null {
  return COMMANDS.find((known) => known === command) ?? null;
}

/** Fields that the entries speak of, each with a text under `fieldName`. */
const FIELDS = [
  'command',
  'name',
  'roles',
  'dealer',
  'password',
  'twoFactor',
  'sessions',
  'open',
  'url',
  'secret',
  'linkCode',
  'account',
  'noteName',
  'permission',
  'groupIds',
  'disabled',
  'panelName',
  'panelUrl',
  'sort',
  'display',
  'layerName',
  'layerPoints',
  'mapPoints',
  'opacity',
  'picture',
  'width',
  'height',
  'trackers',
  'expireTime',
  'backMinutes',
  'owner',
] as const;

/** Null for a field that this console has no words for. */
export function knownField(field: string): (typeof FIELDS)[number] | null {
  return FIELDS.find((known) => known === field) ?? null;
}
