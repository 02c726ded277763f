/**
 * A `fetch` that reports upload progress, 0 to 1, which the platform's own cannot. For calls to this page's server. A
 * network failure rejects as `fetch` does, an aborted signal with its reason.
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
      request.onabort = () => reject(signal?.reason ?? new TypeError('the request was aborted'));
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(init.body as XMLHttpRequestBodyInit | null);
    });
}
