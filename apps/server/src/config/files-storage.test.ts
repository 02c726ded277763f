import { expect, test } from 'vitest';
import { ConfigError, type Environment, readConfig } from '../config.ts';

const KEYS = { WAKELINE_FILES_ACCESS_KEY: 'AKIA1', WAKELINE_FILES_SECRET: 'key/+=' };

function problems(environment: Environment): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

test('reads a bucket with and without a prefix', () => {
  const bucket = (url: string, more: Environment = {}) =>
    readConfig({ ...KEYS, WAKELINE_FILES_URL: url, ...more }).filesBucket;
  expect(bucket('https://s3.example:9000/boats')).toEqual({
    endpoint: 'https://s3.example:9000',
    bucket: 'boats',
    prefix: '',
    region: 'us-east-1',
    accessKey: 'AKIA1',
    secret: 'key/+=',
    addressing: 'path',
  });
  expect(bucket('http://10.0.0.7/boats/')).toMatchObject({ endpoint: 'http://10.0.0.7', prefix: '' });
  expect(
    bucket('https://oss-cn-qingdao.aliyuncs.com/boats/wakeline/files/', {
      WAKELINE_FILES_REGION: 'oss-cn-qingdao',
      WAKELINE_FILES_ADDRESSING: 'host',
    }),
  ).toMatchObject({
    bucket: 'boats',
    prefix: 'wakeline/files/',
    region: 'oss-cn-qingdao',
    addressing: 'host',
  });
});

test.each([
  's3.example/boats',
  's3://boats',
  'https://s3.example',
  'https://s3.example/ab',
  'https://AKIA1:secret1@s3.example/boats',
  'https://s3.example/boats?region=x',
  'https://s3.example/boats//files',
  'https://s3.example/boats/%2e%2e/files',
  'https://s3.example/boats/../files',
  `https://s3.example/boats/${'x'.repeat(501)}`,
])('refuses %s without showing it', (url) => {
  expect(problems({ ...KEYS, WAKELINE_FILES_URL: url })).toBe(
    'WAKELINE_FILES_URL: is not a URL such as https://s3.example.com/bucket or https://s3.example.com/bucket/prefix',
  );
});

test.each<[Environment, string]>([
  [
    { WAKELINE_FILES_URL: 'https://s3.example/boats' },
    'WAKELINE_FILES_ACCESS_KEY: required with WAKELINE_FILES_URL\n' +
      'WAKELINE_FILES_SECRET: required with WAKELINE_FILES_URL',
  ],
  [KEYS, 'WAKELINE_FILES_URL: required with WAKELINE_FILES_ACCESS_KEY'],
  [{ WAKELINE_FILES_REGION: 'eu-1' }, 'WAKELINE_FILES_URL: required with WAKELINE_FILES_REGION'],
  [
    { ...KEYS, WAKELINE_FILES_URL: 'https://s3.example/boats', WAKELINE_FILES_ADDRESSING: 'dns' },
    'WAKELINE_FILES_ADDRESSING: "dns" is not one of path, host',
  ],
])('refuses %o', (environment, problem) => {
  expect(problems(environment)).toBe(problem);
});
