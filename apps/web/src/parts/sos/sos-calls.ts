import { create } from 'zustand';

/** A call for help that nobody has answered yet. */
export interface SosCall {
  readonly trackerId: number;
  /** Of the notice that told it. */
  readonly messageId: number;
  readonly trackerName: string;
  /** It is heard, again and again until it is answered or muted. */
  readonly sound: boolean;
}

interface SosCallsState {
  /** The newest first; a device that calls again takes the place of its own earlier call. */
  readonly calls: readonly SosCall[];
  readonly raise: (call: SosCall) => void;
  readonly end: (trackerId: number) => void;
  readonly mute: () => void;
  readonly clear: () => void;
}

export const useSosCalls = create<SosCallsState>((set) => ({
  calls: [],
  raise: (call) =>
    set(({ calls }) => ({ calls: [call, ...calls.filter(({ trackerId }) => trackerId !== call.trackerId)] })),
  end: (endedTrackerId) =>
    set(({ calls }) => ({ calls: calls.filter(({ trackerId }) => trackerId !== endedTrackerId) })),
  mute: () => set(({ calls }) => ({ calls: calls.map((call) => ({ ...call, sound: false })) })),
  clear: () => set({ calls: [] }),
}));
