import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import type { TaskEvidence } from '@wakeline/domain/tracker-state/tracker-state';
import { expect, test } from 'vitest';
import { contentOf } from './notice-texts.ts';
import { METRIC } from './quantity-texts.ts';

const zh = { language: 'zh_CN', units: METRIC, timeZone: 'UTC' } as const;
const en = { ...zh, language: 'en_US' } as const;
const feet = { ...en, units: { speedUnits: 2, altitudeUnits: 2, climbUnits: 2 } } as const;

test('a notice of every type has text in both languages, also when a detail is unknown', () => {
  for (const language of ['zh_CN', 'en_US'] as const) {
    for (const noticeType of NOTICE_TYPES) {
      const reader = { language, units: METRIC, timeZone: 'UTC' } as const;
      const unknown = contentOf({ noticeType, battery: null, speed: null }, 'Gull', reader);
      expect(unknown).not.toMatch(/[{}?]|null/);
      const complete = contentOf({ noticeType, battery: 5, speed: 130.4 }, 'Gull', reader);
      expect(complete).not.toMatch(/[{}?]/);
      const ofRule = { noticeType, battery: 5, speed: 130.4, rule: { ruleName: 'Night', value: 12 } };
      expect(contentOf(ofRule, 'Gull', reader)).not.toMatch(/[{}?]/);
    }
  }
});

test('a notice of an emergency names the squawk and its meaning', () => {
  const base = { noticeType: 'EMERGENCY', battery: null, speed: null } as const;
  const radio = { ...base, emergency: { kind: 'nordo', squawk: '7600' } } as const;
  const fuel = { ...base, emergency: { kind: 'minfuel', squawk: null } } as const;
  expect([
    contentOf(radio, 'B-1234', en),
    contentOf(radio, 'B-1234', zh),
    contentOf(fuel, 'B-1234', en),
    contentOf({ ...fuel, rule: { ruleName: 'Night', value: null } }, 'B-1234', zh),
    contentOf(base, 'B-1234', en),
  ]).toEqual([
    'B-1234 reports an emergency: squawk 7600, radio failure',
    'B-1234 报告紧急情况：应答机编码 7600，无线电通信失效',
    'B-1234 reports an emergency: minimum fuel',
    'B-1234 报告紧急情况：最低燃油（规则“Night”）',
    'B-1234 reports an emergency',
  ]);
});

test('a notice of a rule says what the rule measured, and names the rule', () => {
  const base = { battery: null, speed: 91 };
  const rule = (value: number | null) => ({ rule: { ruleName: 'Night', value } });
  const fence = { fenceName: 'Quay' };
  expect([
    contentOf({ ...base, noticeType: 'STAY', ...rule(20) }, 'Gull', en),
    contentOf({ ...base, noticeType: 'STAY', ...rule(20) }, '海鸥', zh),
    contentOf({ ...base, noticeType: 'IN', fence, ...rule(10) }, 'Gull', en),
    contentOf({ ...base, noticeType: 'IN', fence, ...rule(null) }, 'Gull', en),
    contentOf({ ...base, noticeType: 'RISE', ...rule(120.4) }, 'Gull', en),
    contentOf({ ...base, noticeType: 'RISE', ...rule(-120) }, '海鸥', zh),
    contentOf({ ...base, noticeType: 'SAFE', ...rule(null) }, 'Gull', en),
    contentOf({ ...base, noticeType: 'OVERSPEED', ...rule(91) }, 'Gull', en),
  ]).toEqual([
    'Gull has been stationary for 20 min (rule “Night”)',
    '海鸥停留超过 20 分钟（规则“Night”）',
    'Gull has been in fence “Quay” for 10 min (rule “Night”)',
    'Gull entered fence “Quay” (rule “Night”)',
    'Gull climbed 120 m (rule “Night”)',
    '海鸥下降 120 米（规则“Night”）',
    'Gull arrived safely (rule “Night”)',
    'Gull is speeding (91 km/h, rule “Night”)',
  ]);
  // 120.4 m / 0.3048.
  expect(contentOf({ ...base, noticeType: 'RISE', ...rule(120.4) }, 'Gull', feet)).toBe(
    'Gull climbed 395 ft (rule “Night”)',
  );
});

test('a notice of a task says what was measured and the limit, in the units of the reader', () => {
  const base = { noticeType: 'RISE', battery: null, speed: 91 } as const;
  const fix = { time: 600_000 } as TaskEvidence['fix'];
  const off = { kind: 'off', largest: 240, isLeft: false, since: 360_000, notSeenSince: null } as const;
  const of = (details: Pick<TaskEvidence, 'type' | 'value' | 'limit' | 'deviation' | 'reporting'>) => ({
    ...base,
    task: { taskName: 'Survey', fix, ...details },
  });
  const reporting = { kind: 'silent', since: 360_000 } as const;
  const silent = { type: 'silence', value: 4, limit: 3, reporting } as const;
  const line = { type: 'line', value: 180, limit: 100, deviation: off } as const;
  expect([
    contentOf(of(line), 'Gull', en),
    contentOf(of({ ...line, deviation: { ...off, isLeft: true } }), '海鸥', zh),
    contentOf(of({ ...line, deviation: { ...off, kind: 'back' } }), 'Gull', en),
    contentOf(of({ ...line, deviation: { ...off, kind: 'back' } }), '海鸥', zh),
    contentOf(of({ type: 'lineAbove', value: 1_010, limit: 1_000 }), 'Gull', en),
    // 1,010 m and 1,000 m / 0.3048.
    contentOf(of({ type: 'lineAbove', value: 1_010, limit: 1_000 }), 'Gull', feet),
    contentOf(of({ type: 'heightBelow', value: 90, limit: 100 }), '海鸥', zh),
    contentOf(of({ type: 'climb', value: 6.2, limit: 5 }), 'Gull', en),
    // 6.2 m/s and 5 m/s * 60 / 0.3048.
    contentOf(of({ type: 'climb', value: 6.2, limit: 5 }), 'Gull', feet),
    contentOf(of(silent), 'Gull', en),
    contentOf(of(silent), '海鸥', { ...zh, timeZone: 'Asia/Shanghai' }),
    contentOf(of({ ...silent, reporting: { ...silent.reporting, kind: 'back' } }), 'Gull', en),
    contentOf(of({ ...silent, reporting: { ...silent.reporting, kind: 'back' } }), '海鸥', zh),
  ]).toEqual([
    'Gull is 180 m right of the line, more than 100 m (task “Survey”)',
    '海鸥偏离航线 180 米（左侧），超过 100 米（任务“Survey”）',
    'Gull is back on the line after 4 min, at most 240 m off (task “Survey”)',
    '海鸥已回到航线，偏离 4 分钟，最远 240 米（任务“Survey”）',
    'Gull is at 1010 m, above the highest height of the line, 1000 m (task “Survey”)',
    'Gull is at 3314 ft, above the highest height of the line, 3281 ft (task “Survey”)',
    '海鸥高度 90 米，低于 100 米（任务“Survey”）',
    'Gull climbs at 6.2 m/s, more than 5 m/s (task “Survey”)',
    'Gull climbs at 1220 ft/min, more than 984 ft/min (task “Survey”)',
    'Gull is in flight, no position report since 00:06, INCERFA (task “Survey”)',
    '海鸥飞行中，自 08:06 起无位置上报，情况不明 INCERFA（任务“Survey”）',
    'Gull reports again after 4 min (task “Survey”)',
    '海鸥已恢复上报，中断 4 分钟（任务“Survey”）',
  ]);
});

test('a notice names its fence; an entry stored without a fence name says "a fence"', () => {
  const notice = { noticeType: 'IN', battery: null, speed: null } as const;
  const fence = { fenceName: 'Quay? {speed}' };
  expect(contentOf({ ...notice, fence }, '海鸥', zh)).toBe('海鸥进入围栏“Quay? {speed}”');
  expect(contentOf({ ...notice, fence }, 'Gull', en)).toBe('Gull entered fence “Quay? {speed}”');
  expect(contentOf({ ...notice, noticeType: 'OUT', fence }, 'Gull', en)).toContain('exited fence “Quay');
  expect(contentOf(notice, '海鸥', zh)).toBe('海鸥进入围栏');
  expect(contentOf({ ...notice, noticeType: 'OUT' }, 'Gull', en)).toBe('Gull exited a fence');
});
