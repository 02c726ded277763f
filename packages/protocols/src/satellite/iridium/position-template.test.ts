import { describe, expect, it } from 'vitest';
import { parsePositionTemplate, payloadPosition } from './position-template.ts';

/** Bytes by `struct.pack` of Python: '>I' 1789123456, '>i' 360500000 and 1203000000, '>h' 25, '>H' 125 and 27000. */
const PAYLOAD = 'a501 6aa3db80 157ccb20 47b452c0 0019 007d 6978';
const TEMPLATE =
  'start=A501 length=20 time@2:u32 latitude@6:i32*1e-7 longitude@10:i32*1e-7 altitude@14:i16 speed@16:u16*0.1 course@18:u16*0.01';

function position(hex: string, text: string) {
  const template = parsePositionTemplate(text);
  if (template === null) throw new Error(`refused: ${text}`);
  return payloadPosition(Buffer.from(hex.replaceAll(' ', ''), 'hex'), template);
}

describe('a position template', () => {
  it('reads a binary position', () => {
    const read = position(PAYLOAD, TEMPLATE);
    expect(read?.latitude).toBeCloseTo(36.05, 9);
    expect(read?.longitude).toBeCloseTo(120.3, 9);
    expect(read).toMatchObject({ altitude: 25, speed: 12.5, course: 270 });
    expect(read?.time).toBe(Date.UTC(2026, 8, 11, 10, 44, 16));
  });

  it('reads numbers of each type, in both orders of bytes', () => {
    const both = (hex: string, type: string, scale = '') =>
      position(`00 ${hex}`, `start=00 latitude@1:${type}${scale} longitude@1:${type}${scale}`)?.latitude;
    expect(both('5a', 'u8')).toBe(90);
    expect(both('a6', 'i8')).toBe(-90);
    expect(both('012c', 'u16', '*0.1')).toBe(30);
    expect(both('2c01', 'u16le', '*0.1')).toBe(30);
    expect(both('fed4', 'i16', '*0.1')).toBe(-30);
    // -1234567 and 1234567 as 3 bytes, by int.to_bytes of Python.
    expect(both('7929ed', 'i24le', '*1e-5')).toBeCloseTo(-12.34567, 9);
    expect(both('12d687', 'u24', '*1e-5')).toBeCloseTo(12.34567, 9);
    expect(both('ed2979', 'i24', '*1e-5')).toBeCloseTo(-12.34567, 9);
    expect(both('002392ff', 'i32le', '*1e-6')).toBeCloseTo(-7.2, 9);
    // '<f' -33.5 and '>d' 51.25.
    expect(both('000006c2', 'f32le')).toBe(-33.5);
    expect(both('4049a00000000000', 'f64')).toBe(51.25);
  });

  it('adds a number after scaling', () => {
    const template = 'start=00 latitude@1:u8*0.5-90 longitude@2:u8+100 time@3:u32+946684800';
    expect(position('00 b4 14 00000000', template)).toEqual({
      latitude: 0,
      longitude: 120,
      altitude: null,
      speed: null,
      course: null,
      time: Date.UTC(2000, 0, 1),
    });
  });

  it('leaves other payloads alone', () => {
    expect(position(PAYLOAD.replace('a501', 'a502'), TEMPLATE)).toBeNull();
    expect(position(`${PAYLOAD} 00`, TEMPLATE)).toBeNull();
    expect(position('a501', 'start=A501 latitude@2:i8 longitude@3:i8')).toBeNull();
    expect(position('', 'start=A501 latitude@2:i8 longitude@3:i8')).toBeNull();
  });

  it('refuses coordinates that are none on Earth, and drops other impossible values', () => {
    expect(position('00 5b 00', 'start=00 latitude@1:u8 longitude@2:u8')).toBeNull();
    expect(position('00 00 b5', 'start=00 latitude@1:u8 longitude@2:u8')).toBeNull();
    // NaN.
    expect(position('00 7fc00000', 'start=00 latitude@1:f32 longitude@1:f32')).toBeNull();
    const odd = 'length=8 latitude@0:u8 longitude@1:u8 course@2:u16 time@4:u32';
    expect(position('01 02 0169 00000000', odd)).toMatchObject({ latitude: 1, course: null, time: null });
    expect(position('01 02 0168 00000000', odd)?.course).toBe(0);
  });

  it('refuses templates that are not valid', () => {
    for (const text of [
      '',
      'latitude@0:i32 longitude@4:i32',
      'start=A5 latitude@1:i32',
      'start=A5 latitude@1:i32 latitude@1:i32 longitude@5:i32',
      'start=A5 start=A6 latitude@1:i32 longitude@5:i32',
      'start=A latitude@1:i32 longitude@5:i32',
      'start=A5 latitude@1:i64 longitude@5:i32',
      'start=A5 latitude@1:i32*x longitude@5:i32',
      'start=A5 latitude@1:i32 longitude@5:i32 depth@9:i8',
      'length=8 latitude@1:i32 longitude@5:i32',
      'length=1961 latitude@1:i32 longitude@5:i32',
      'start=A5 latitude@1:i32 longitude@1958:i32',
      `start=${'00'.repeat(17)} latitude@1:i32 longitude@5:i32`,
      `start=A5 latitude@1:i32 longitude@5:i32 ${' '.repeat(1_000)}x`,
    ])
      expect(parsePositionTemplate(text), text).toBeNull();
  });

  it('never throws for a payload of any length', () => {
    const bytes = Buffer.from(PAYLOAD.replaceAll(' ', ''), 'hex');
    const template = parsePositionTemplate(TEMPLATE.replace('length=20 ', ''));
    if (template === null) throw new Error('refused');
    for (let length = 0; length < bytes.length; length++)
      expect(payloadPosition(bytes.subarray(0, length), template)).toBeNull();
  });
});
