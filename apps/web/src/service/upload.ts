/**
 * A `fetch` that tells how much of the body has been sent, 0 to 1: the platform's own tells nothing of an upload.
 * For calls of this page's own server; a failure of the network rejects as `fetch` does, an aborted signal with its reason.
 */
export function createProgressFetch(onProgress: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const signal = init.signal ?? null;
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', String(input));
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.responseType = 'arraybuffer';
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
      request.onload = () => {
        const type = request.getResponseHeader('content-type');
        resolve(
          new Response(request.response as ArrayBuffer, {
            status: request.status,
            headers: type === null ? {} : { 'content-type': type },
          }),
        );
      };
      request.onerror = () => reject(new TypeError('the network failed'));
      request.onabort = () => reject(signal?.reason ?? new TypeError('the request was given up'));
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(init.body as XMLHttpRequestBodyInit | null);
    });
}
