import { readdirSync, readFileSync } from 'node:fs';
import type { DeviceDetails, SessionEvent, SessionOptions, StreamProtocol } from '../protocol.ts';

/** A file of `<protocol>/examples`: bytes and the expected events. */
export interface StreamExample {
  readonly name: string;
  readonly description: string;
  /** Where the bytes come from. */
  readonly origin: string;
  /** How the expected values were derived. */
  readonly derivation: string;
  /** The account's settings of the device; null: unknown device. */
  readonly device: DeviceDetails | null;
  /** Earlier frames on the same connection. */
  readonly precedingFrames: readonly Buffer[];
  readonly frames: readonly Buffer[];
  readonly receivedAt: number;
  /** False: the protocol cannot detect a changed byte in these frames. */
  readonly hasChecksum: boolean;
  /** As returned by `toPrintableEvent`. */
  readonly events: readonly unknown[];
}

type DefaultedField = 'name' | 'precedingFrames' | 'frames' | 'device' | 'hasChecksum';

interface ExampleFile extends Omit<StreamExample, DefaultedField> {
  readonly device?: DeviceDetails;
  readonly precedingFrames?: readonly string[];
  readonly hasChecksum?: boolean;
  readonly bytes: readonly string[];
}

export function loadStreamExamples(protocol: StreamProtocol): readonly StreamExample[] {
  const folder = new URL(`../${protocol.name}/examples/`, import.meta.url);
  return readdirSync(folder).map((file) => {
    const read: ExampleFile = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    return {
      ...read,
      name: file.replace('.json', ''),
      device: read.device ?? null,
      hasChecksum: read.hasChecksum ?? true,
      precedingFrames: (read.precedingFrames ?? []).map(fromHex),
      frames: read.bytes.map(fromHex),
    };
  });
}

/** All examples of a protocol, concatenated as on one connection. */
export function loadRecordedStream(protocol: StreamProtocol): Buffer {
  return Buffer.concat(
    loadStreamExamples(protocol).flatMap(({ precedingFrames, frames }) => [...precedingFrames, ...frames]),
  );
}

export const SESSION_OPTIONS: SessionOptions = {
  authCode: (deviceId) => `code-${deviceId}`,
  findDevice: () => null,
};

/** An event with its bytes as hexadecimal text, as in the example files. */
export function toPrintableEvent(event: SessionEvent): unknown {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [name, value instanceof Uint8Array ? toHex(value) : value]),
  );
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

export function fromHex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}
