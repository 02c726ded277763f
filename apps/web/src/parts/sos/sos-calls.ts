import { create } from 'zustand';

/** An SOS that nobody has responded to yet. */
export interface SosCall {
  readonly trackerId: number;
  /** Id of the notice. */
  readonly messageId: number;
  readonly trackerName: string;
  /** Whether it repeats its sound until it is answered or muted. */
  readonly sound: boolean;
}

interface SosCallsState {
  /** Newest first; a new SOS of a device replaces its earlier one. */
  readonly calls: readonly SosCall[];
  readonly raise: (call: SosCall) => void;
  readonly end: (trackerId: number) => void;
  readonly mute: () => void;
  /** Somebody handles the SOS of this notice: its sound stops. */
  readonly muteNotice: (messageId: number) => void;
  readonly clear: () => void;
}

export const useSosCalls = create<SosCallsState>((set) => ({
  calls: [],
  raise: (call) =>
    set(({ calls }) => ({ calls: [call, ...calls.filter(({ trackerId }) => trackerId !== call.trackerId)] })),
  end: (endedTrackerId) =>
    set(({ calls }) => ({ calls: calls.filter(({ trackerId }) => trackerId !== endedTrackerId) })),
  mute: () => set(({ calls }) => ({ calls: calls.map((call) => ({ ...call, sound: false })) })),
  muteNotice: (messageId) =>
    set(({ calls }) => ({
      calls: calls.map((call) => (call.messageId === messageId ? { ...call, sound: false } : call)),
    })),
  clear: () => set({ calls: [] }),
}));
