import { z } from 'zod';
import { text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { SHAPES, shapeParams } from '../shapes.ts';

/** Random text that a browser keeps: it distinguishes viewers and identifies nobody. */
export const viewerKey = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_-]{8,64}$/)
  .describe('random text that the browser of the viewer keeps');

/** 16 bytes in hexadecimal, with or without the hyphens of a UUID (RFC 9562, section 4). */
const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/** Chosen by the client for each entry, so that a repeated request is stored once. As the database returns it. */
export const clientKey = z
  .string()
  .max(36)
  .regex(UUID)
  .overwrite((key) => key.toLowerCase().replace(UUID, '$1-$2-$3-$4-$5'))
  .describe('random UUID, or 32 hexadecimal digits: a repeated request with it has the effect of one');

/** Text of viewers on one line. */
export const lineText = text.trim().min(1).refine(SHAPES.line.isValid, shapeParams('line'));

/** Money in yuan with at most two decimals. */
export const yuan = z
  .number()
  .min(0)
  .max(LIMITS.yuan)
  .multipleOf(0.01)
  .describe('yuan, at most two decimals');
