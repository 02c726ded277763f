import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';
import { createClient } from '@wakeline/client/client';
import { LIMITS } from '@wakeline/contract/limits';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

type Awaitable = Uint8Array | string | Promise<Uint8Array>;

let world: World;
let holder: Person;
beforeAll(async () => {
  world = await startWorld();
  holder = await (await world.account('harbour')).person('holder');
});
afterAll(() => world.stop());

/** A picture of this size in a single colour. */
function createPicture(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png',
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#2398f3' } })
    .toFormat(format)
    .toBuffer();
}

function toFile(bytes: Uint8Array | string): File {
  const content = typeof bytes === 'string' ? bytes : new Uint8Array(bytes);
  return new File([content], 'logo.png', { type: 'image/png' });
}

async function upload(bytes: Uint8Array | string, use: 'logo' | 'loginPic' = 'logo'): Promise<string> {
  return (await holder.call('uploadPicture', { use, picture: toFile(bytes) })).url;
}

async function download(url: string): Promise<{ response: Response; bytes: Buffer }> {
  const response = await fetch(`${world.url}${url}`);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A PNG chunk: length, type, data, CRC-32 (ISO/IEC 15948, 5.3; the CRC of 5.5 is that of zlib). */
function createPngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

/** 20000 by 20000 pixels of one bit in tens of kilobytes. */
function decompressionBomb(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(20_000, 0);
  header.writeUInt32BE(20_000, 4);
  header[8] = 1;
  const rows = Buffer.alloc(20_000 * (1 + 2_500));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', deflateSync(rows, { level: 1 })),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a picture', () => {
  test.each([
    // Box 538 by 148: 1600 by 400 is limited by its width, 300 by 300 by its height; a small picture stays.
    ['logo', 1_600, 400, 538, 135],
    ['logo', 300, 300, 148, 148],
    ['logo', 100, 40, 100, 40],
    // Box 2560 by 1600.
    ['loginPic', 4_000, 3_000, 2_133, 1_600],
  ] as const)(
    'for %s of %i by %i is stored as %i by %i',
    async (use, width, height, storedWidth, storedHeight) => {
      const { response, bytes } = await download(
        await upload(await createPicture(width, height, 'jpeg'), use),
      );
      expect(response.status).toBe(200);
      const format = use === 'logo' ? 'png' : 'webp';
      expect(response.headers.get('content-type')).toBe(`image/${format}`);
      expect(await sharp(bytes).metadata()).toMatchObject({
        format,
        width: storedWidth,
        height: storedHeight,
      });
    },
  );

  test('is rotated by its Exif orientation and stored without metadata', async () => {
    const acceptedImage = await sharp(await createPicture(400, 200, 'jpeg'))
      .withExif({ IFD0: { Make: 'Camera of Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      // The top of the picture is on the right (Exif 2.3, tag 274).
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(acceptedImage.includes('Camera of Ada')).toBe(true);
    const { bytes } = await download(await upload(acceptedImage));
    const storedImage = await sharp(bytes).metadata();
    expect(storedImage).toMatchObject({ width: 74, height: 148 });
    expect(storedImage.exif).toBeUndefined();
    expect(bytes.includes('Camera')).toBe(false);
  });

  test('loses data hidden in it or appended to it', async () => {
    const clean = await createPicture(60, 30);
    const end = clean.length - 12;
    const script = Buffer.from('<script>alert(1)</script>');
    const polyglot = Buffer.concat([
      clean.subarray(0, end),
      createPngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), script])),
      clean.subarray(end),
      Buffer.from('PK\x03\x04'),
      script,
    ]);
    const { bytes } = await download(await upload(polyglot));
    expect(bytes.includes('script')).toBe(false);
    expect(bytes.includes('PK\x03\x04')).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 60, height: 30 });
  });

  test('is public, cacheable and cannot run as a page', async () => {
    const { response } = await download(await upload(await createPicture(60, 30)));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  test.each(['nothing', 'A'.repeat(22), '..%2f..%2fetc%2fpasswd', '%2e%2e', 'a%00b'])(
    'with the unknown id %s is answered 404 with a named error',
    async (fileId) => {
      const response = await fetch(`${world.url}${world.prefix}/files/${fileId}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        error: expect.stringMatching(/^(file|operation)-unknown$/),
      });
    },
  );
});

describe('refuses with a named error:', () => {
  const executable = Buffer.concat([Buffer.from('MZ'), randomBytes(500)]);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const files: [what: string, make: () => Awaitable, errorName: string][] = [
    ['an empty file', () => '', 'picture-type'],
    ['a renamed executable', () => executable, 'picture-type'],
    ['an SVG with a script', () => svg, 'picture-type'],
    ['a GIF', () => createPicture(20, 20, 'gif'), 'picture-type'],
    ['a WebP', () => createPicture(20, 20, 'webp'), 'picture-type'],
    [
      'a polyglot of GIF header and PNG',
      async () => Buffer.concat([Buffer.from('GIF89a/*'), await createPicture(9, 9)]),
      'picture-type',
    ],
    ['a PNG signature alone', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'picture-broken'],
    ['a truncated PNG', async () => (await createNoise(200, 200)).subarray(0, 20_000), 'picture-broken'],
    [
      'a truncated JPEG',
      async () => (await createNoise(200, 200, 'jpeg')).subarray(0, 5_000),
      'picture-broken',
    ],
    ['a side of 16385 pixels', () => createPicture(16_385, 1), 'picture-side'],
    ['20000 by 20000 pixels in a small file', decompressionBomb, 'picture-pixels'],
    ['4 MiB plus one byte', () => Buffer.alloc(LIMITS.pictureBytes + 1), 'picture-too-large'],
    ['5 MiB', () => Buffer.alloc(5 * 1_048_576), 'picture-too-large'],
  ];
  test.each(files)('%s', async (_what, make, errorName) => {
    const bytes = await make();
    await expect(upload(bytes)).rejects.toMatchObject({ errorName });
  });

  test('a text instead of a picture', async () => {
    await expect(
      holder.call('uploadPicture', { use: 'logo', picture: 'logo.png' as never }),
    ).rejects.toMatchObject({
      errorName: 'field-invalid',
      details: { field: 'picture' },
    });
  });

  test('an unknown use of a picture', async () => {
    const bytes = await createPicture(9, 9);
    await expect(
      holder.call('uploadPicture', { use: 'wallpaper' as never, picture: toFile(bytes) }),
    ).rejects.toMatchObject({ errorName: 'field-invalid', details: { field: 'use' } });
  });

  const addresses: [what: string, address: () => Promise<string>][] = [
    [
      'a picture of another account',
      async () => {
        const otherUser = await (await world.account('airfield')).person('outsider');
        return (
          await otherUser.call('uploadPicture', { use: 'logo', picture: toFile(await createPicture(9, 9)) })
        ).url;
      },
    ],
    ['a picture that does not exist', async () => `${world.prefix}/files/${'A'.repeat(22)}`],
    ['a URL of another site', async () => 'https://example.org/logo.png'],
    ['a script', async () => 'javascript:alert(1)'],
  ];
  test.each(addresses)('%s as logo', async (_what, address) => {
    await expect(
      holder.call('editUserConfig', { sysName: 'Half', logoUrl: await address() }),
    ).rejects.toMatchObject({ errorName: 'picture-unknown', details: { field: 'logoUrl' } });
    expect((await holder.call('queryUserConfig', {})).sysName).not.toBe('Half');
  });
});

/** An incompressible picture: 3 bytes a pixel. */
function createNoise(width: number, height: number, format: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

test('answers 413 at once to a request that announces more than the maximum size', async () => {
  const head = request(`${world.url}${world.prefix}/uploadPicture`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(40 * 1_048_576),
      authorization: `Bearer ${await holder.token()}`,
    },
  });
  head.flushHeaders();
  const [incoming] = await once(head, 'response');
  expect(incoming.statusCode).toBe(413);
  head.destroy();
});

test('accepts one upload of an account at a time', async () => {
  const small = await createPicture(9, 9);
  const outcome = () =>
    upload(small).then(
      () => 'done',
      (error: { errorName: string }) => error.errorName,
    );
  const authorization = `Bearer ${await holder.token()}`;
  const waiting: ClientRequest[] = [];
  /** Starts an upload that never continues: it occupies a slot if one is free. */
  const holdFile = () => {
    const headers = {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '1000',
      authorization,
    };
    const head = request(`${world.url}${world.prefix}/uploadPicture`, { method: 'POST', headers });
    head.on('error', () => undefined).flushHeaders();
    waiting.push(head);
  };
  await expect
    .poll(
      () => {
        holdFile();
        return outcome();
      },
      { timeout: 30_000 },
    )
    .toBe('too-many-requests');
  for (const head of waiting) head.destroy();
  await expect.poll(outcome, { timeout: 30_000 }).toBe('done');
});

test('describes the picture as a file in the OpenAPI document', async () => {
  const response = await fetch(`${world.url}${world.prefix}/openapi.json`);
  const described = expect.objectContaining({ type: 'string', format: 'binary' });
  const properties = expect.objectContaining({ picture: described });
  expect(await response.json()).toHaveProperty(
    ['paths', `${world.prefix}/uploadPicture`, 'post', 'requestBody', 'content'],
    { 'multipart/form-data': { schema: expect.objectContaining({ properties }) } },
  );
});

describe('refuses unauthorized callers before the picture is read:', () => {
  /** Sends only the head of a request, without its body, and returns the response. */
  async function sendHead(token: string | null): Promise<unknown> {
    const head = request(`${world.url}${world.prefix}/uploadPicture`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(LIMITS.pictureBytes),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
    });
    head.flushHeaders();
    const [incoming] = await once(head, 'response');
    const text = await readText(incoming);
    head.destroy();
    return JSON.parse(text);
  }

  test('an anonymous caller', async () => {
    expect(await sendHead(null)).toMatchObject({ result_code: '201', result: { error: 'session-gone' } });
  });

  test('an editor', async () => {
    const editor = await (await world.account('harbour')).person('editor', { permission: 'editor' });
    expect(await sendHead(await editor.token())).toMatchObject({ result: { error: 'not-allowed' } });
  });
});

test('shows a saved logo to users and link visitors, and clears it', async () => {
  const { db } = world.database;
  await db.updateTable('account').set({ link_code: 'h1' }).where('name', '=', 'harbour').execute();
  const [first, second] = [
    await upload(await createPicture(60, 30)),
    await upload(await createPicture(70, 30)),
  ];
  await holder.call('editUserConfig', { logoUrl: first });
  const anonymousClient = createClient({ baseUrl: world.url, prefix: world.prefix });
  expect((await anonymousClient.call('loadSysConf', { t: 'h1' })).logoUrl).toBe(first);
  await holder.call('editUserConfig', { logoUrl: second });
  expect((await holder.call('queryUserConfig', {})).logoUrl).toBe(second);
  await holder.call('editUserConfig', { logoUrl: null });
  expect((await holder.call('queryUserConfig', {})).logoUrl).toBeNull();
  const rows = await db
    .selectFrom('stored_file')
    .where('kind', '=', 'picture')
    .select(['bytes', 'sha256'])
    .execute();
  const { bytes } = await download(second);
  const digest = createHash('sha256').update(bytes).digest('hex');
  expect(rows.map((row) => row.sha256.toString('hex'))).toContain(digest);
});
