import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { createLazyComponent } from '../../service/lazy-component.tsx';
import type { NoticeRecordingProps } from './notice-recording.tsx';

const Content = createLazyComponent<NoticeRecordingProps>(async () => {
  const [{ NoticeRecording }] = await Promise.all([
    import('./notice-recording.tsx'),
    loadNamespaces(['recordings']),
  ]);
  return { default: NoticeRecording };
});

/** The player of a notice, whose code and texts are loaded with the first voice message. */
export function LazyNoticeRecording(props: NoticeRecordingProps) {
  return (
    <Suspense fallback={<Skeleton.Input active size="small" />}>
      <Content {...props} />
    </Suspense>
  );
}
