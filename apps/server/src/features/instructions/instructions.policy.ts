import { sendInstruction } from '@wakeline/contract/instructions';
import { hasAccess, type Subject } from '../../identity/access.ts';

/** Whether the user may send, recall and repeat instructions, and change templates. */
export function canSendInstructions(user: Subject): boolean {
  return hasAccess(sendInstruction.access, user);
}
