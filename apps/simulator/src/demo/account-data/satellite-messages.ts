/**
 * A message for `npm run admin -- import-satellite-messages` (docs/operating/import-satellite-messages.md), whose times are
 * minutes before now.
 */
interface DemoMessage {
  readonly id: string;
  readonly card: string;
  readonly type: string;
  readonly sender: string;
  readonly receiver: string;
  readonly content: string;
  readonly minutesAgo: number;
  readonly urgent?: boolean;
  readonly position?: { readonly latitude: number; readonly longitude: number };
  readonly state: string;
  readonly reason?: string;
  readonly gateway?: string;
  readonly steps?: readonly DemoStep[];
}

interface DemoStep {
  readonly secondsAfter: number;
  readonly state: string;
  readonly reason?: string;
  readonly evidence?: string;
  readonly detail?: string;
}

const CONSOLE = 'demo';
const HARBOUR = '0242286';
const BOAT_A = '4210120';
const BOAT_B = '04210127';
const YACHT = '300234060512340';
const RESCUE = '300234060512350';
const HELICOPTER = '04217785';
const TRAINER = '300234060588120';

const HOUR = 60;
const DAY = 24 * HOUR;

const submitted: DemoStep = { secondsAfter: 2, state: 'submitted', evidence: 'handover' };
const radio: DemoStep = {
  secondsAfter: 4,
  state: 'sent',
  evidence: 'radio-feedback',
  detail: '$BDFKI,TXA,Y,Y,0,0000',
};
const delivered = (secondsAfter: number, detail: string): DemoStep => ({
  secondsAfter,
  state: 'delivered',
  evidence: 'receipt',
  detail,
});

/** Through the command machine of the harbour, which learns at once whether the radio has sent. */
const byMachine = { gateway: 'beidou-machine', state: 'delivered' } as const;
const machineSteps = [submitted, radio, delivered(71, '$BDHZR,1')];
/** By DirectIP to the gateway of Iridium, which queues until the terminal opens a session. */
const byIridium = { gateway: 'iridium-directip', state: 'delivered' } as const;
const iridiumSteps: readonly DemoStep[] = [
  submitted,
  { secondsAfter: 3, state: 'accepted', evidence: 'response', detail: 'queued, place 1' },
  { secondsAfter: 418, state: 'delivered', evidence: 'session', detail: 'MTMSN 214' },
];
const bySms = { gateway: 'sms', state: 'delivered' } as const;
const smsSteps = [
  submitted,
  { secondsAfter: 3, state: 'accepted', evidence: 'response', detail: 'OK 8861203' },
  delivered(11, 'DELIVRD'),
];
const byEmail = { gateway: 'email', state: 'delivered' } as const;
const emailSteps = [submitted, delivered(3, '250 2.0.0 Ok: queued')];

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

const MESSAGES: readonly Omit<DemoMessage, 'id'>[] = [
  // A fishing boat: its skipper, the harbour and the family.
  talk(
    BOAT_A,
    'terminal-to-system',
    '已到渔场，风力五级，浪高1.5米，开始作业。',
    2 * DAY,
    at(21.0984, 112.0611),
  ),
  send(BOAT_A, '收到。今晚有雷雨大风，注意收网时间。', 2 * DAY - 6, byMachine, machineSteps),
  {
    ...talk(BOAT_A, 'terminal-to-phone', '平安，后天回港，勿念。', 2 * DAY - 55, at(21.0671, 112.0893)),
    receiver: '13800138000',
    ...bySms,
    steps: smsSteps,
  },
  {
    ...talk(BOAT_A, 'phone-to-terminal', '好，路上小心。孩子考试考得不错。', 2 * DAY - 71),
    sender: '13800138000',
    receiver: BOAT_A,
    ...byMachine,
    steps: machineSteps,
  },
  { ...talk(BOAT_A, 'terminal-to-weather', '明天', 26 * HOUR, at(20.9812, 112.2046)), receiver: 'weather' },
  {
    ...talk(
      BOAT_A,
      'weather-to-terminal',
      '明日东北风5-6级阵风7级，浪高2.0-2.8米，阵雨，能见度6公里，24-27度。',
      26 * HOUR - 1,
    ),
    sender: 'weather',
    receiver: BOAT_A,
    ...byMachine,
    steps: machineSteps,
  },
  talk(
    BOAT_A,
    'terminal-to-system',
    '机舱进水，已堵住，暂时安全，请留意我位置。',
    3 * HOUR + 20,
    at(21.1533, 111.9517),
  ),
  {
    ...send(BOAT_A, '收到，救助船已备航', 3 * HOUR + 17, byMachine, machineSteps),
    urgent: true,
  },
  talk(
    BOAT_A,
    'terminal-to-system',
    '水已排干，主机正常，返港中，航速6节。',
    2 * HOUR + 41,
    at(21.2207, 111.9388),
  ),
  {
    ...talk(
      BOAT_A,
      'terminal-to-terminal',
      '你船拖网往北避一避，我从你西边过。',
      2 * HOUR + 10,
      at(21.2619, 111.9341),
    ),
    receiver: BOAT_B,
    ...byMachine,
    steps: machineSteps,
  },
  talk(BOAT_A, 'terminal-to-system', '预计14点到阳江港，需加冰10吨。', 41, at(21.4366, 111.8994)),

  // Her neighbour on the fishing grounds.
  {
    ...talk(BOAT_B, 'terminal-to-terminal', '收到，已转向，网口朝北。', 2 * HOUR + 6, at(21.2744, 111.9803)),
    receiver: BOAT_A,
    ...byMachine,
    state: 'sent',
    steps: [submitted, radio],
  },
  {
    ...talk(
      BOAT_B,
      'terminal-to-wechat',
      '鱼获2300公斤，黄花鱼为主，请联系收鱼船。',
      9 * HOUR,
      at(21.1904, 112.3127),
    ),
    receiver: 'wechat',
    gateway: 'wechat',
    state: 'accepted',
    steps: [submitted, { secondsAfter: 3, state: 'accepted', evidence: 'response', detail: 'errcode 0' }],
  },
  {
    ...talk(BOAT_B, 'wechat-to-terminal', '收鱼船粤阳运3号16点到，频道16联系。', 9 * HOUR - 12),
    sender: 'wx_lin',
    receiver: BOAT_B,
    ...byMachine,
    steps: machineSteps,
  },
  {
    ...send(BOAT_B, '请核对船员名单后回复。', 30 * HOUR, byMachine, [
      submitted,
      { secondsAfter: 5, state: 'failed', reason: 'radio-failed', detail: '$BDFKI,TXA,N,Y,0,0000' },
    ]),
    state: 'failed',
    reason: 'radio-failed',
  },
  send(BOAT_B, '请核对船员名单后回复。', 30 * HOUR - 4, byMachine, machineSteps),
  talk(BOAT_B, 'terminal-to-system', '名单无误，共7人。', 30 * HOUR - 19, at(21.0417, 112.4012)),

  // The command machine of the harbour.
  send(HARBOUR, '各船注意：台风蓝色预警，今晚20点前回港。', 3 * DAY + 2 * HOUR, byMachine, machineSteps),

  // A yacht with an Iridium modem.
  talk(
    YACHT,
    'terminal-to-system',
    'Rounded the cape at first light. Wind NE 18 kn, all well on board.',
    28 * HOUR,
    at(35.9127, 120.4418),
  ),
  send(
    YACHT,
    'Thank you. Race control shows you second in class. Next check-in at 18:00.',
    28 * HOUR - 9,
    byIridium,
    iridiumSteps,
  ),
  {
    ...talk(
      YACHT,
      'terminal-to-email',
      'Position report for the insurers: autopilot failed, hand steering, no assistance needed.',
      22 * HOUR,
      at(35.8402, 120.5233),
    ),
    receiver: 'shore.team@windrose.example',
    ...byEmail,
    steps: emailSteps,
  },
  {
    ...talk(
      YACHT,
      'email-to-terminal',
      'Spare drive unit is at the marina office. Reset the clutch breaker behind panel 3 first.',
      21 * HOUR,
    ),
    sender: 'shore.team@windrose.example',
    receiver: YACHT,
    ...byIridium,
    steps: iridiumSteps,
  },
  {
    ...talk(
      YACHT,
      'terminal-to-weibo',
      '日出，海豚群伴航，离终点还有41海里！',
      5 * HOUR,
      at(35.9844, 120.3911),
    ),
    receiver: 'weibo',
    gateway: 'weibo',
    state: 'failed',
    reason: 'gateway-refused',
    steps: [
      submitted,
      { secondsAfter: 3, state: 'failed', reason: 'gateway-refused', detail: '10017 some fields not match' },
    ],
  },
  {
    ...send(YACHT, 'Fog bank reported north of the finish. Keep radar on.', 4 * HOUR, byIridium, [
      submitted,
      { secondsAfter: 3, state: 'accepted', evidence: 'response', detail: 'queued, place 1' },
    ]),
    state: 'accepted',
  },
  talk(
    YACHT,
    'terminal-to-system',
    'Fog confirmed, visibility under half a mile. Sounding horn.',
    3 * HOUR + 5,
    at(36.0016, 120.3569),
  ),

  // The spare modem of a rescue boat.
  {
    ...send(RESCUE, '北斗信号中断，请改用铱星，每小时报位。', 6 * DAY, byIridium, [
      submitted,
      { secondsAfter: 3, state: 'accepted', evidence: 'response', detail: 'queued, place 1' },
      { secondsAfter: 432_000, state: 'expired' },
    ]),
    state: 'expired',
  },
  talk(RESCUE, 'terminal-to-system', '备用铱星测试，收到请回复。', 7 * HOUR, at(36.0703, 120.2986)),
  send(RESCUE, '收到，信号良好。', 7 * HOUR - 3, byIridium, iridiumSteps),
  // Aircraft of the airfield, written to with templates.
  send(HELICOPTER, 'B-7785 请报位置和高度', 95, byMachine, machineSteps),
  talk(HELICOPTER, 'terminal-to-system', '兴坪以东搜寻，高度600米，能见度良好。', 92, at(24.9203, 110.5311)),
  send(HELICOPTER, 'B-7785 请报剩余油量', 64, byMachine, machineSteps),
  talk(HELICOPTER, 'terminal-to-system', '剩余油量1小时20分，伤员已接上，返场。', 61, at(24.9012, 110.5126)),
  send(TRAINER, 'XC8812 report position and altitude', 49, byIridium, iridiumSteps),
  talk(TRAINER, 'terminal-to-system', 'Overhead Xingan 1100 m, ETA 35 min.', 41, at(25.0611, 110.6602)),
];

/** A message that a terminal wrote, or that a person wrote to it. */
function talk(
  card: string,
  type: string,
  content: string,
  minutesAgo: number,
  position?: DemoMessage['position'],
): Omit<DemoMessage, 'id'> {
  const place = position === undefined ? {} : { position };
  return { card, type, sender: card, receiver: CONSOLE, content, minutesAgo, state: 'received', ...place };
}

/** A message that a user wrote to a terminal. */
function send(
  card: string,
  content: string,
  minutesAgo: number,
  gateway: Pick<DemoMessage, 'gateway' | 'state'>,
  steps: readonly DemoStep[],
): Omit<DemoMessage, 'id'> {
  return {
    card,
    type: 'system-to-terminal',
    sender: CONSOLE,
    receiver: card,
    content,
    minutesAgo,
    ...gateway,
    steps,
  };
}

/**
 * Lines of JSON with conversations of the demo's terminals, of all types.
 *
 * @param now epoch milliseconds
 */
export function createConversations(now: number): string {
  return MESSAGES.map(({ minutesAgo, steps = [], ...message }, index) => {
    const time = now - minutesAgo * 60_000;
    return JSON.stringify({
      id: `demo-${index + 1}`,
      ...message,
      time: new Date(time).toISOString(),
      steps: steps.map(({ secondsAfter, ...step }) => ({
        ...step,
        time: new Date(Math.min(now, time + secondsAfter * 1_000)).toISOString(),
      })),
    });
  })
    .map((line) => `${line}\n`)
    .join('');
}
