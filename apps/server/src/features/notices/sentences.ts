import type { Language } from '@wakeline/contract/entities/user-config';
import type { NoticeType } from '@wakeline/domain/notice-type';

/** What a notice says in one language. */
interface Sentence {
  readonly title: string;
  /** After the tracker's name. `{battery}`, `{speed}` and `{fence}` are facts of the notice. */
  readonly says: string;
  /** The same where that fact is not known. */
  readonly vaguely?: string;
}

export const SENTENCES: Readonly<Record<Language, Readonly<Record<NoticeType, Sentence>>>> = {
  zh_CN: {
    SOS: { title: 'SOS求救', says: '发出SOS求救' },
    VIBRATION: { title: '震动报警', says: '检测到震动' },
    CLOCK: { title: '打卡', says: '已打卡' },
    SAFE: { title: '报平安', says: '报平安' },
    IN: { title: '进入围栏', says: '进入围栏“{fence}”', vaguely: '进入围栏' },
    OUT: { title: '离开围栏', says: '离开围栏“{fence}”', vaguely: '离开围栏' },
    OUTAGE: { title: '断电报警', says: '外部电源已断开' },
    TEARDOWN: { title: '拆除报警', says: '设备被拆除' },
    LOWPOWER: { title: '低电量', says: '电量低（{battery}%）', vaguely: '电量低' },
    OVERSPEED: { title: '超速报警', says: '超速（{speed} km/h）', vaguely: '超速' },
    RUNNING: { title: '开始移动', says: '开始移动' },
    STOP: { title: '停止移动', says: '停止移动' },
    OFFLINE: { title: '离线', says: '已离线' },
    VOICE: { title: '语音', says: '发来语音' },
    BDNOTICE: { title: '北斗消息', says: '发来北斗消息' },
    RISE: { title: '升空', says: '已升空' },
    YAW: { title: '偏航报警', says: '偏离航线' },
  },
  en_US: {
    SOS: { title: 'SOS', says: 'calls for help (SOS)' },
    VIBRATION: { title: 'Vibration', says: 'was shaken' },
    CLOCK: { title: 'Clock in', says: 'clocked in' },
    SAFE: { title: 'All is well', says: 'says that all is well' },
    IN: { title: 'Fence entered', says: 'entered the fence “{fence}”', vaguely: 'entered a fence' },
    OUT: { title: 'Fence left', says: 'left the fence “{fence}”', vaguely: 'left a fence' },
    OUTAGE: { title: 'Power cut', says: 'lost its external power' },
    TEARDOWN: { title: 'Removed', says: 'was taken off' },
    LOWPOWER: { title: 'Battery low', says: 'has a low battery ({battery} %)', vaguely: 'has a low battery' },
    OVERSPEED: { title: 'Overspeed', says: 'is too fast ({speed} km/h)', vaguely: 'is too fast' },
    RUNNING: { title: 'Moving', says: 'began to move' },
    STOP: { title: 'Stopped', says: 'stopped' },
    OFFLINE: { title: 'Offline', says: 'is offline' },
    VOICE: { title: 'Voice message', says: 'sent a voice message' },
    BDNOTICE: { title: 'Satellite message', says: 'sent a satellite message' },
    RISE: { title: 'Airborne', says: 'is airborne' },
    YAW: { title: 'Off course', says: 'left its course' },
  },
};

const REMOVED: Readonly<Record<Language, string>> = { zh_CN: '已删除的设备', en_US: 'A removed device' };

export interface NoticeFacts {
  readonly noticeType: NoticeType;
  readonly battery: number | null;
  readonly speed: number | null;
  readonly fence?: { readonly fenceName: string };
}

export function titleOf(noticeType: NoticeType, language: Language): string {
  return SENTENCES[language][noticeType].title;
}

/** The notice as a sentence. `trackerName` is null for a tracker that was removed since. */
export function contentOf(facts: NoticeFacts, trackerName: string | null, language: Language): string {
  const { says, vaguely = says } = SENTENCES[language][facts.noticeType];
  const who = trackerName ?? REMOVED[language];
  const known: Readonly<Record<string, string | null>> = {
    battery: rounded(facts.battery),
    speed: rounded(facts.speed),
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
