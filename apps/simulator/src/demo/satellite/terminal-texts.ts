import type { MotionState } from '../../movement/schedule.ts';

/** A text that a terminal sends without being written to. */
export interface TerminalReport {
  readonly write: (state: MotionState) => string;
  /** Whether what it is sent to writes back, so that the terminal does not reply to that. */
  readonly expectsReply: boolean;
}

const KNOTS_PER_KMH = 1 / 1.852;

const isChinese = (text: string) => /\p{Script=Han}/u.test(text);
const knots = ({ speed }: MotionState) => (speed * KNOTS_PER_KMH).toFixed(1);
const degrees = ({ course }: MotionState) => String(Math.round(course) % 360);

/** Questions that a terminal understands, with what it replies. */
const REPLIES: readonly {
  readonly question: RegExp;
  readonly zh: (state: MotionState) => string;
  readonly en: (state: MotionState) => string;
}[] = [
  {
    question: /位置|报位|在哪|position|where/i,
    zh: (state) => `${coordinates(state)}，航速${knots(state)}节，航向${degrees(state)}度。`,
    en: (state) => `${coordinates(state)}, ${knots(state)} kn, course ${degrees(state)}.`,
  },
  {
    question: /天气|风|浪|海况|weather|wind|sea/i,
    zh: () => '东北风4到5级，浪高1.2米，能见度良好。',
    en: () => 'Wind NE 14 kn, moderate sea, good visibility.',
  },
  {
    question: /几点|何时|多久|到港|ETA|when/i,
    zh: (state) => `预计两小时后到，现航速${knots(state)}节。`,
    en: (state) => `About two hours at the present ${knots(state)} kn.`,
  },
  {
    question: /测试|test/i,
    zh: () => '收到，信号良好。',
    en: () => 'Loud and clear.',
  },
  {
    question: /(?:)/,
    zh: (state) => `收到，一切正常，航速${knots(state)}节。`,
    en: (state) => `Received. All well, ${knots(state)} kn.`,
  },
];

/** What a terminal replies to a text, in the language of it. */
export function replyTo(text: string, state: MotionState): string {
  const reply = REPLIES.find(({ question }) => question.test(text));
  return reply?.[isChinese(text) ? 'zh' : 'en'](state) ?? '';
}

function coordinates({ latitude, longitude }: MotionState): string {
  return `${latitude.toFixed(4)}N ${longitude.toFixed(4)}E`;
}

const report = (write: TerminalReport['write'], expectsReply = false): TerminalReport => ({
  write,
  expectsReply,
});

/** By card number. The addresses are contacts of the demo (account-data/satellite-people.ts). */
export const TERMINAL_REPORTS: Readonly<Record<string, readonly TerminalReport[]>> = {
  '4210120': [
    report((state) => `作业正常，航速${knots(state)}节，鱼获约800公斤。`),
    report(() => 'tq 明天', true),
    report(() => '1 平安，晚上再联系。', true),
    report(() => '#4210127 北边有流网，注意避让。'),
    report((state) => `起网，下一网往${degrees(state)}度方向。`),
  ],
  '04210127': [
    report(() => '主机水温略高，已清洗滤网，继续作业。'),
    report((state) => `风浪加大，减速至${knots(state)}节。`),
    report(() => '2 今日黄花鱼约600公斤，请安排收鱼船。', true),
    report(() => 'tq', true),
  ],
  '300234060512340': [
    report((state) => `Watch change. ${knots(state)} kn on ${degrees(state)}, all well on board.`),
    report(() => '3 All well. Autopilot holds, batteries at 80 percent.'),
    report(() => 'Sail repaired, racing again.'),
  ],
  '300234060512350': [report((state) => `巡航中，航速${knots(state)}节，航向${degrees(state)}度。`)],
  '300434063854220': [
    report(() => '补给站物资已送到，返回起点。'),
    report(() => '3号路段有落石，已设警示牌。'),
  ],
  '04217785': [
    report((state) => `搜寻中，航速${knots(state)}节，航向${degrees(state)}度。`),
    report(() => '剩余油量约1小时，返场加油。'),
  ],
  '300234060588120': [
    report((state) => `Cruise, ${knots(state)} kn on ${degrees(state)}, fuel for two hours.`),
    report(() => 'Turning point in sight, weather good.'),
  ],
};

/** What people reply from their phones, by number. */
export const PHONE_REPLIES: Readonly<Record<string, readonly string[]>> = {
  '13800138000': ['好，注意安全。', '知道了，家里都好。', '收到，早点回来。'],
  '13900139000': ['好的，收鱼船明早6点到。', '收到，价格按昨天。'],
};
