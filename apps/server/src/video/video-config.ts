/** How a server receives live video. */
export interface VideoConfig {
  /** For RTMP, on the address of the device listeners; 0: any free port (never from the environment). */
  readonly rtmpPort: number;
  readonly maxStreams: number;
  readonly maxViewers: number;
  readonly maxViewersPerAddress: number;
  /** Bytes of the recordings of an account, and days until they are deleted. */
  readonly recordingBytes: number;
  readonly recordingDays: number;
  /** Path of ffmpeg, for HLS; null: none. */
  readonly ffmpeg: string | null;
}
