import { type FlvTag, TAG } from '../flv/tags.ts';
import { decodeAmf, encodeAmf } from '../rtmp/amf0.ts';
import { MESSAGE, type RtmpMessage } from '../rtmp/message.ts';

/** The command with which encoders wrap metadata. */
const SET_DATA_FRAME = encodeAmf('@setDataFrame');

/** The FLV tag of an RTMP message: their contents are equal, except that metadata is wrapped. Null: none. */
export function toTag({ type, timestamp, payload }: RtmpMessage): FlvTag | null {
  if (type === MESSAGE.audio || type === MESSAGE.video) {
    if (payload.length === 0) return null;
    return { type: type === MESSAGE.audio ? TAG.audio : TAG.video, timestamp, data: payload };
  }
  const content = type === MESSAGE.amf3Data ? payload.subarray(1) : payload;
  const isWrapped = content.subarray(0, SET_DATA_FRAME.length).equals(SET_DATA_FRAME);
  const data = isWrapped ? content.subarray(SET_DATA_FRAME.length) : content;
  return decodeAmf(data)[0] === 'onMetaData' ? { type: TAG.script, timestamp, data } : null;
}
