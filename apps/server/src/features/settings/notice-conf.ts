import { type NoticeConf, noticeConf } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { NOTICE_TYPES, type NoticeType } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';

/**
 * Types that open a pop-up by default: those that need attention now. Moving, stopping and going offline are routine in a
 * fleet, so users have to enable them.
 */
const DEFAULT_POPUP: readonly NoticeType[] = [
  'SOS',
  'EMERGENCY',
  'IN',
  'OUT',
  'OUTAGE',
  'TEARDOWN',
  'LOWPOWER',
  'YAW',
];
/** Always opens a pop-up: a call for help must not be missed. */
const ALWAYS_POPUP: NoticeType = 'SOS';
/** Types that `switchStatusNotice` turns on and off. */
const STATUS_TYPES: readonly NoticeType[] = ['RUNNING', 'STOP', 'OFFLINE'];

const { shape } = noticeConf;

const stored = z.object({
  popup: shape.popup.catch([...DEFAULT_POPUP]),
  sound: shape.sound.catch(true),
  desktop: shape.desktop.catch(false),
  rules: shape.rules.catch([]),
});

/** The stored settings, with defaults for missing or invalid fields. */
export function readNoticeConf(value: unknown): NoticeConf {
  const conf = stored.parse(Object(value));
  return { ...conf, popup: normalizePopup(conf.popup) };
}

/** A change; undefined fields stay unchanged. */
export type NoticeConfChange = { readonly [Field in keyof NoticeConf]?: NoticeConf[Field] | undefined };

export function changeNoticeConf(conf: NoticeConf, change: NoticeConfChange): NoticeConf {
  return {
    popup: normalizePopup(change.popup ?? conf.popup),
    sound: change.sound ?? conf.sound,
    desktop: change.desktop ?? conf.desktop,
    rules: change.rules ?? conf.rules,
  };
}

/**
 * The settings of rules as they are stored: the last one of each rule. A rule that has been removed since the user's last
 * change is left out.
 *
 * @param visible ids of the rules that the user can see
 * @throws NamedError `rule-unknown`
 */
export function selectRules(
  chosen: NoticeConf['rules'],
  { rules: before }: NoticeConf,
  visible: ReadonlySet<number>,
): NoticeConf['rules'] {
  const known = new Set(before.map(({ ruleId }) => ruleId));
  if (chosen.some(({ ruleId }) => !visible.has(ruleId) && !known.has(ruleId)))
    throw new NamedError('rule-unknown');
  const byRule = new Map(chosen.map((rule) => [rule.ruleId, rule]));
  return [...byRule.values()].filter(({ ruleId }) => visible.has(ruleId));
}

/** Turns the pop-ups about moving, stopping and going offline on or off together. */
export function setStatusPopups(conf: NoticeConf, isOn: boolean): NoticeConf {
  const others = conf.popup.filter((type) => !STATUS_TYPES.includes(type));
  return { ...conf, popup: normalizePopup(isOn ? [...others, ...STATUS_TYPES] : others) };
}

/** Each type once, in the product's order. */
function normalizePopup(chosen: readonly NoticeType[]): NoticeType[] {
  return NOTICE_TYPES.filter((type) => type === ALWAYS_POPUP || chosen.includes(type));
}
