import type { CheckResult } from '../../queue/gateway.ts';
import type { MachineState } from './machine-state.ts';
import type { BeidouMachineSettings } from './settings.ts';

/** A line for the operator. */
export function describeMachine(
  { host, port, dialect }: BeidouMachineSettings,
  { condition, detail, card, subordinates }: MachineState,
): CheckResult {
  const parts = [
    `${host}:${port}`,
    `protocol ${dialect}`,
    detail === '' ? condition : `${condition}: ${detail}`,
  ];
  if (card !== null) {
    parts.push(card.card === null ? 'no card' : `card ${card.card}`);
    if (card.level !== null) parts.push(`level ${card.level}`);
    if (card.frequency !== null) parts.push(`a message each ${card.frequency} s`);
    const count = card.subordinates ?? subordinates.length;
    parts.push(`${count} subordinate cards`);
  }
  return { isWorking: condition === 'ready', detail: parts.join(', ') };
}
