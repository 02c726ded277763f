import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import type { EncodedInstruction, InstructionRefusal, InstructionTarget } from '@wakeline/protocols/protocol';
import type { SentInstruction } from '../messages/recorder.ts';
import type { RegisteredTracker } from '../registry.ts';

/** A connection over which instructions can be sent to the devices that use it. */
export interface InstructionPeer {
  readonly protocolName: string;
  /** When it last received something valid, epoch milliseconds. */
  readonly lastSeenAt: number;
  encodeInstruction(
    call: InstructionCall,
    target: InstructionTarget,
  ): EncodedInstruction | InstructionRefusal;
  /** Sends the bytes now. */
  sendInstruction(tracker: RegisteredTracker, bytes: Uint8Array, instruction: SentInstruction): void;
}
