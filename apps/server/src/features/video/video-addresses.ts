/** Addresses of video under the prefix of the service. */
export interface VideoAddresses {
  streamOf(code: string): string;
  hlsOf(code: string): string;
  /** Of a recording on a public page. */
  recordingOf(code: string, recordingId: number): string;
  /** Of a recording for its organiser. */
  ownRecordingOf(recordingId: number): string;
}

export function videoAddresses(prefix: string): VideoAddresses {
  const folder = `${prefix}/live/video`;
  return {
    streamOf: (code) => `${folder}/${code}.flv`,
    hlsOf: (code) => `${folder}/${code}/index.m3u8`,
    recordingOf: (code, recordingId) => `${folder}/${code}/recording-${recordingId}.flv`,
    ownRecordingOf: (recordingId) => `${prefix}/live/recordings/${recordingId}`,
  };
}
