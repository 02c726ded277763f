import type { ForwardTarget, ForwardTargetForm } from '@wakeline/contract/delivery/forward-targets';
import type { ForwardContent, ForwardKind, MqttVersion } from '@wakeline/domain/delivery/forwarding';
import { type ScopeValues, toScope, toScopeValues } from './scope-values.ts';

/** Fields of the form. Those of the other kind keep their values while the user changes the kind. */
export interface TargetFields extends ScopeValues {
  readonly kind: ForwardKind;
  readonly targetName: string;
  readonly url: string;
  readonly topic: string;
  readonly userName: string;
  /** Empty: unchanged. */
  readonly password: string;
  readonly removePassword: boolean;
  readonly protocolVersion: MqttVersion;
  readonly contents: ForwardContent[];
  readonly enabled: boolean;
  readonly renewSecret: boolean;
}

/** The fields of a target, or (null) of a new one. */
export function toTargetFields(target: ForwardTarget | null): TargetFields {
  const form = target?.form;
  const mqtt = form?.kind === 'mqtt' ? form : null;
  return {
    kind: form?.kind ?? 'http',
    targetName: form?.targetName ?? '',
    url: form?.url ?? '',
    topic: mqtt?.topic ?? '',
    userName: mqtt?.userName ?? '',
    password: '',
    removePassword: false,
    protocolVersion: mqtt?.protocolVersion ?? '5',
    contents: form?.contents ?? ['positions', 'events'],
    ...toScopeValues(form?.scope ?? { type: 'all' }),
    enabled: form?.enabled ?? true,
    renewSecret: false,
  };
}

/** The form of the contract. Required fields have been checked. */
export function toTargetForm(fields: TargetFields): ForwardTargetForm {
  const { kind, targetName, url, contents, enabled } = fields;
  const common = {
    targetName: targetName.trim(),
    url: url.trim(),
    contents,
    scope: toScope(fields),
    enabled,
  };
  if (kind === 'http') return { kind, ...common };
  const userName = fields.userName.trim() === '' ? null : fields.userName.trim();
  return { kind, ...common, topic: fields.topic.trim(), userName, protocolVersion: fields.protocolVersion };
}

/** The password of the contract: undefined leaves the stored one, null deletes it. */
export function toPassword({
  password,
  removePassword,
}: Pick<TargetFields, 'password' | 'removePassword'>): string | null | undefined {
  if (removePassword) return null;
  return password === '' ? undefined : password;
}
