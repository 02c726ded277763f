import type { Language, UserConfig } from '@wakeline/contract/entities/user-config';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { KMH_PER_KNOT } from '@wakeline/formats/tracks/fix-values';

/** What a notice says in one language. */
interface Sentence {
  /** After the tracker's name. `{battery}`, `{speed}` (with its unit) and `{fence}` are facts of the notice. */
  readonly says: string;
  /** The same where that fact is not known. */
  readonly vaguely?: string;
}

export const SENTENCES: Readonly<Record<Language, Readonly<Record<NoticeType, Sentence>>>> = {
  zh_CN: {
    SOS: { says: '发出SOS求救' },
    VIBRATION: { says: '检测到震动' },
    CLOCK: { says: '已打卡' },
    SAFE: { says: '报平安' },
    IN: { says: '进入围栏“{fence}”', vaguely: '进入围栏' },
    OUT: { says: '离开围栏“{fence}”', vaguely: '离开围栏' },
    OUTAGE: { says: '外部电源已断开' },
    TEARDOWN: { says: '设备被拆除' },
    LOWPOWER: { says: '电量低（{battery}%）', vaguely: '电量低' },
    OVERSPEED: { says: '超速（{speed}）', vaguely: '超速' },
    RUNNING: { says: '开始移动' },
    STOP: { says: '停止移动' },
    OFFLINE: { says: '已离线' },
    VOICE: { says: '发来语音' },
    BDNOTICE: { says: '发来北斗消息' },
    RISE: { says: '上升超过限值' },
    YAW: { says: '偏离航线' },
  },
  en_US: {
    SOS: { says: 'calls for help (SOS)' },
    VIBRATION: { says: 'was shaken' },
    CLOCK: { says: 'checked in' },
    SAFE: { says: 'reports that all is well' },
    IN: { says: 'entered the fence “{fence}”', vaguely: 'entered a fence' },
    OUT: { says: 'left the fence “{fence}”', vaguely: 'left a fence' },
    OUTAGE: { says: 'lost its external power' },
    TEARDOWN: { says: 'was taken off' },
    LOWPOWER: { says: 'has a low battery ({battery} %)', vaguely: 'has a low battery' },
    OVERSPEED: { says: 'is too fast ({speed})', vaguely: 'is too fast' },
    RUNNING: { says: 'began to move' },
    STOP: { says: 'stopped' },
    OFFLINE: { says: 'is offline' },
    VOICE: { says: 'sent a voice message' },
    BDNOTICE: { says: 'sent a BeiDou message' },
    RISE: { says: 'climbed beyond its limit' },
    YAW: { says: 'left its course' },
  },
};

const REMOVED: Readonly<Record<Language, string>> = { zh_CN: '已删除的设备', en_US: 'A removed device' };

export interface NoticeFacts {
  readonly noticeType: NoticeType;
  readonly battery: number | null;
  readonly speed: number | null;
  readonly fence?: { readonly fenceName: string };
}

const SPEED_UNITS: Readonly<Record<Language, Readonly<Record<UserConfig['speedUnits'], string>>>> = {
  zh_CN: { 1: 'km/h', 2: '节' },
  en_US: { 1: 'km/h', 2: 'kn' },
};

/** The notice as a sentence, speeds in the reader's units. `trackerName` is null for a tracker that was removed since. */
export function contentOf(
  facts: NoticeFacts,
  trackerName: string | null,
  { language, speedUnits }: Pick<UserConfig, 'speedUnits'> & { readonly language: Language },
): string {
  const { says, vaguely = says } = SENTENCES[language][facts.noticeType];
  const who = trackerName ?? REMOVED[language];
  const known: Readonly<Record<string, string | null>> = {
    battery: rounded(facts.battery),
    speed: facts.speed === null ? null : speedText(facts.speed, speedUnits, language),
    fence: facts.fence?.fenceName ?? null,
  };
  let complete = true;
  const text = says.replace(/\{(\w+)\}/g, (_, fact: string) => {
    const value = known[fact] ?? null;
    complete &&= value !== null;
    return value ?? '';
  });
  const said = complete ? text : vaguely;
  return language === 'zh_CN' ? `${who}${said}` : `${who} ${said}`;
}

function rounded(value: number | null): string | null {
  return value === null ? null : String(Math.round(value));
}

function speedText(kmh: number, units: UserConfig['speedUnits'], language: Language): string {
  return `${Math.round(units === 2 ? kmh / KMH_PER_KNOT : kmh)} ${SPEED_UNITS[language][units]}`;
}
