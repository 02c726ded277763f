import type { Language } from '@wakeline/contract/entities/user-config';
import { emergencyText } from '@wakeline/contract/notices/emergency-names';
import type { AircraftEmergency } from '@wakeline/domain/aviation/emergency';
import type { OverdueFlight, OverdueReason } from '@wakeline/domain/aviation/overdue-flight';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { formatLocalTime } from '../../local-time.ts';
import { altitudeText, type QuantityReader, speedText } from './quantity-texts.ts';
import { type TaskDetails, taskTemplate, taskValues } from './task-notice-texts.ts';

/** What a notice says in one language. */
interface NoticeText {
  /**
   * After the tracker's name. `{battery}`, `{speed}` (with its unit), `{fence}`, `{message}`, `{date}`, `{emergency}` and `{others}`
   * are facts of the notice.
   */
  readonly text: string;
  /** The same where that fact is not known. */
  readonly fallback?: string;
  /** The same for a notice of a rule; `{value}` is what it measured, without its sign, `{altitude}` the same with its unit. */
  readonly forRule?: string;
  /** The same for a negative value. */
  readonly forNegative?: string;
  /** The same if the notice concerns several devices. */
  readonly forSeveral?: string;
}

export const NOTICE_TEXTS: Readonly<Record<Language, Readonly<Record<NoticeType, NoticeText>>>> = {
  zh_CN: {
    SOS: { text: '发出 SOS 求救' },
    EMERGENCY: { text: '报告紧急情况：{emergency}', fallback: '报告紧急情况' },
    VIBRATION: { text: '检测到震动' },
    CLOCK: { text: '已打卡' },
    SAFE: { text: '报平安', forRule: '已安全到达' },
    IN: {
      text: '进入围栏“{fence}”',
      fallback: '进入围栏',
      forRule: '在围栏“{fence}”内停留超过 {value} 分钟',
    },
    OUT: { text: '离开围栏“{fence}”', fallback: '离开围栏' },
    OUTAGE: { text: '外部电源已断开' },
    TEARDOWN: { text: '被拆除' },
    LOWPOWER: { text: '电量低（{battery}%）', fallback: '电量低' },
    OVERSPEED: { text: '超速（{speed}）', fallback: '超速' },
    RUNNING: { text: '开始运动' },
    STOP: { text: '停止运动' },
    OFFLINE: { text: '已离线', forRule: '离线超过 {value} 分钟' },
    VOICE: { text: '发来语音消息' },
    BDNOTICE: { text: '发来短报文：{message}', fallback: '发来短报文' },
    RISE: { text: '已起飞', forRule: '爬升 {altitude}', forNegative: '下降 {altitude}' },
    YAW: { text: '偏离航线', forRule: '偏离路线超过 {value} 米' },
    EXPIRING: {
      text: '即将到期（有效期至 {date}）',
      fallback: '即将到期',
      forSeveral: '及另外 {others} 台设备即将到期（有效期至 {date}）',
    },
    STAY: { text: '停留时间过长', forRule: '停留超过 {value} 分钟' },
    IDLING: { text: '怠速时间过长', forRule: '怠速超过 {value} 分钟' },
    SHIFT: { text: '超出位移范围', forRule: '已移动 {value} 米，超出位移范围' },
    NODATA: { text: '未按计划时间上报' },
    OVERDUE: { text: '航班逾期' },
  },
  en_US: {
    SOS: { text: 'sent an SOS' },
    EMERGENCY: { text: 'reports an emergency: {emergency}', fallback: 'reports an emergency' },
    VIBRATION: { text: 'reports vibration' },
    CLOCK: { text: 'checked in' },
    SAFE: { text: 'sent an OK message', forRule: 'arrived safely' },
    IN: {
      text: 'entered fence “{fence}”',
      fallback: 'entered a fence',
      forRule: 'has been in fence “{fence}” for {value} min',
    },
    OUT: { text: 'exited fence “{fence}”', fallback: 'exited a fence' },
    OUTAGE: { text: 'lost external power' },
    TEARDOWN: { text: 'was removed or tampered with' },
    LOWPOWER: { text: 'has low battery ({battery}%)', fallback: 'has low battery' },
    OVERSPEED: { text: 'is speeding ({speed})', fallback: 'is speeding' },
    RUNNING: { text: 'started moving' },
    STOP: { text: 'stopped' },
    OFFLINE: { text: 'went offline', forRule: 'has been offline for {value} min' },
    VOICE: { text: 'sent a voice message' },
    BDNOTICE: { text: 'wrote: {message}', fallback: 'sent a satellite message' },
    RISE: { text: 'is airborne', forRule: 'climbed {altitude}', forNegative: 'descended {altitude}' },
    YAW: { text: 'is off course', forRule: 'is more than {value} m off its route' },
    EXPIRING: {
      text: 'expires soon (valid until {date})',
      fallback: 'expires soon',
      forSeveral: 'and {others} more devices expire soon (valid until {date})',
    },
    STAY: { text: 'has been stationary for long', forRule: 'has been stationary for {value} min' },
    IDLING: { text: 'has been idling for long', forRule: 'has been idling for {value} min' },
    SHIFT: { text: 'moved out of its shift range', forRule: 'moved {value} m, out of its shift range' },
    NODATA: { text: 'did not report at a planned time' },
    OVERDUE: { text: 'is overdue' },
  },
};

/** Which rule or task made a notice, after a sentence, and after one that ends with a bracket. */
const MADE_BY: Readonly<
  Record<Language, Readonly<Record<'rule' | 'task', { readonly after: string; readonly inBracket: string }>>>
> = {
  zh_CN: {
    rule: { after: '（规则“{name}”）', inBracket: '，规则“{name}”）' },
    task: { after: '（任务“{name}”）', inBracket: '，任务“{name}”）' },
  },
  en_US: {
    rule: { after: ' (rule “{name}”)', inBracket: ', rule “{name}”)' },
    task: { after: ' (task “{name}”)', inBracket: ', task “{name}”)' },
  },
};

/** What a notice of an overdue flight says; `{date}` is the time that has passed. */
const OVERDUE_TEXTS: Readonly<Record<Language, Readonly<Record<OverdueReason, string>>>> = {
  zh_CN: {
    takeoff: '航班 {flight} 未起飞（计划 {date}）',
    arrival: '航班 {flight} 未着陆（预计 {date}）',
    uncertain: '航班 {flight} 未着陆，情况不明 INCERFA（预计 {date}）',
  },
  en_US: {
    takeoff: 'has not taken off for flight {flight} (planned {date})',
    arrival: 'has not landed on flight {flight} (expected {date})',
    uncertain: 'has not landed on flight {flight}, INCERFA (expected {date})',
  },
};

const REMOVED: Readonly<Record<Language, string>> = { zh_CN: '已删除的设备', en_US: 'A deleted device' };

export interface NoticeDetails {
  readonly noticeType: NoticeType;
  readonly battery: number | null;
  readonly speed: number | null;
  readonly fence?: { readonly fenceName: string };
  readonly rule?: { readonly ruleName: string; readonly value: number | null };
  readonly task?: TaskDetails & { readonly taskName: string };
  readonly satelliteMessage?: { readonly text: string };
  readonly expiry?: { readonly validUntil: number; readonly others: number };
  readonly flight?: OverdueFlight;
  readonly emergency?: AircraftEmergency;
}

/** The language, units and time zone of a reader. */
export interface TextOptions extends QuantityReader {
  readonly timeZone: string;
}

/** The notice as a sentence, quantities in the reader's units, dates in their time zone. `trackerName` is null for a tracker that was removed since. */
export function contentOf(details: NoticeDetails, trackerName: string | null, reader: TextOptions): string {
  const { language, timeZone } = reader;
  const { expiry, rule, task, flight, emergency } = details;
  const measured = rule?.value == null ? null : Math.abs(rule.value);
  const { fallback, template } = templateOf(details, language);
  const subject = trackerName ?? REMOVED[language];
  const values: Readonly<Record<string, string | null>> = {
    battery: roundValue(details.battery),
    speed: details.speed === null ? null : speedText(details.speed, reader),
    fence: details.fence?.fenceName ?? null,
    message: details.satelliteMessage?.text ?? null,
    value: roundValue(measured),
    altitude: measured === null ? null : altitudeText(measured, reader),
    ...(task !== undefined && taskValues(task, reader)),
    // The validity ends at midnight after its last day.
    date: flight
      ? formatLocalTime(flight.plannedTime, timeZone).slice(0, 16)
      : expiry
        ? formatLocalTime(expiry.validUntil - 1, timeZone).slice(0, 10)
        : null,
    flight: flight?.flightNumber ?? null,
    emergency: emergency === undefined ? null : emergencyText(emergency, language),
    others: expiry === undefined ? null : String(expiry.others),
  };
  let isComplete = true;
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? null;
    isComplete &&= value !== null;
    return value ?? '';
  });
  const predicate = isComplete ? text : fallback;
  const separator = language === 'zh_CN' && /\p{Script=Han}$/u.test(subject) ? '' : ' ';
  const sentence = `${subject}${separator}${predicate}`;
  const source = task === undefined ? 'rule' : 'task';
  const name = task?.taskName ?? rule?.ruleName;
  if (name === undefined) return sentence;
  const hasBracket = /[)）]$/.test(sentence);
  const made = MADE_BY[language][source][hasBracket ? 'inBracket' : 'after'].replace('{name}', () => name);
  return `${hasBracket ? sentence.slice(0, -1) : sentence}${made}`;
}

function templateOf({ noticeType, expiry, rule, task, flight }: NoticeDetails, language: Language) {
  const { OVERDUE } = NOTICE_TEXTS[language];
  if (flight !== undefined)
    return { template: OVERDUE_TEXTS[language][flight.reason], fallback: OVERDUE.text };
  if (task !== undefined) return taskTemplate(task, language);
  const { text, fallback = text, forRule, forNegative, forSeveral } = NOTICE_TEXTS[language][noticeType];
  const value = rule?.value ?? null;
  if (forSeveral !== undefined && (expiry?.others ?? 0) > 0) return { template: forSeveral, fallback };
  if (forNegative !== undefined && value !== null && value < 0) return { template: forNegative, fallback };
  // Entering a fence is without a value, staying in it has one.
  if (
    forRule !== undefined &&
    rule !== undefined &&
    (value !== null || !/\{(value|altitude)\}/.test(forRule))
  ) {
    return { template: forRule, fallback };
  }
  return { template: text, fallback };
}

function roundValue(value: number | null): string | null {
  return value === null ? null : String(Math.round(value));
}
