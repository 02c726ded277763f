import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';

export type PlacedMessage = SatelliteMessage & { readonly place: NonNullable<SatelliteMessage['place']> };

/** Whether the position of the terminal is known from the message. */
export function hasPlace(message: SatelliteMessage): message is PlacedMessage {
  return message.place !== null;
}

/** The message whose position the map shows; a new object each time, so that the map returns to it. */
export interface FocusedPlace {
  readonly messageId: number;
}
