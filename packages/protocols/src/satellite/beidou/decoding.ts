import type { BeidouEvent, Clock } from './event.ts';
import type { BeidouRequest } from './request.ts';

/** A decoded value, or what is wrong with the fields. */
export type Decoded<T> = T | string;

/** Decoder of the frames or sentences of one name. */
export type EventDecoder<F> = (fields: F, clock: Clock) => Decoded<BeidouEvent>;
export type RequestDecoder<F> = (fields: F) => Decoded<BeidouRequest>;
