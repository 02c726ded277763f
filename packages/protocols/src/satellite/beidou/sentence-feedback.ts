import type { Decoded } from './decoding.ts';
import type { Clock, FeedbackEvent, FeedbackOutcome } from './event.ts';
import { numberOf, textOf, timeOf, writeClockTime } from './fields.ts';
import { type Sentence, writeSentence } from './sentence.ts';

/**
 * BDFKI of BeiDou-2: command, done Y or N, frequency set Y or N, restraint 0 to 3 (1 by the system, 2 low battery, 3
 * radio silence), seconds to wait (4 digits).
 *
 * BDFKI of BeiDou-3: hhmmss, command, Y or N, reason, seconds to wait.
 */
const RESTRAINTS: readonly FeedbackOutcome[] = ['failed', 'restrained', 'low-battery', 'silenced'];
const REASONS: readonly FeedbackOutcome[] = [
  'failed',
  'too-early',
  'restrained',
  'silenced',
  'power-not-locked',
  'no-card',
  'not-permitted',
];

export function readFeedback({ fields }: Sentence, clock: Clock): Decoded<FeedbackEvent> {
  // A command has letters only.
  const isRegional = /^[0-9]/.test(textOf(fields, 0));
  const commandAt = isRegional ? 1 : 0;
  const command = textOf(fields, commandAt);
  const done = textOf(fields, commandAt + 1);
  if (!/^[A-Z]{3}$/.test(command) || !/^[YN]$/.test(done)) return 'no command or result';
  const wait = numberOf(fields, 4) ?? 0;
  const outcome = done === 'Y' ? 'done' : isRegional ? readReason(fields) : readRestraint(fields, wait);
  if (outcome === undefined) return `reason ${textOf(fields, 3)}`;
  return {
    type: 'feedback',
    command,
    outcome,
    waitSeconds: outcome === 'too-early' ? wait : null,
    time: isRegional ? timeOf(fields, 0, clock) : null,
  };
}

/** An outcome that a sentence cannot express is written as failed. */
export function writeFeedback(event: FeedbackEvent): Buffer {
  const { outcome, command, waitSeconds } = event;
  const wait = outcome === 'too-early' ? (waitSeconds ?? 0) : 0;
  return writeSentence('BDFKI', [
    command ?? '',
    outcome === 'done' ? 'Y' : 'N',
    'Y',
    // As machines do: the restraint of a request that came too early is 1.
    outcome === 'too-early' ? 1 : Math.max(0, RESTRAINTS.indexOf(outcome)),
    String(wait).padStart(4, '0'),
  ]);
}

export function writeRegionalFeedback(event: FeedbackEvent, { now, offset }: Clock): Buffer {
  const { outcome, command, waitSeconds, time } = event;
  return writeSentence('BDFKI', [
    writeClockTime(time ?? now, offset),
    command ?? '',
    outcome === 'done' ? 'Y' : 'N',
    Math.max(0, REASONS.indexOf(outcome)),
    outcome === 'too-early' ? (waitSeconds ?? 0) : 0,
  ]);
}

function readReason(fields: readonly Buffer[]): FeedbackOutcome | undefined {
  return REASONS[numberOf(fields, 3) ?? 0];
}

function readRestraint(fields: readonly Buffer[], wait: number): FeedbackOutcome | undefined {
  return wait > 0 ? 'too-early' : RESTRAINTS[numberOf(fields, 3) ?? 0];
}
