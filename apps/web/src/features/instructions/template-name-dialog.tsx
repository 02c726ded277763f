import { NamedError } from '@wakeline/contract/errors';
import {
  addInstructionTemplate,
  type InstructionParameters,
  type InstructionTemplate,
} from '@wakeline/contract/instructions';
import { LIMITS } from '@wakeline/contract/limits';
import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import { App, Form, Input, Modal } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { useChangeTemplate } from './use-templates.ts';

/** What the name is for: values to save, or a template to rename. */
export type TemplateSubject =
  | {
      readonly kind: 'add';
      readonly instruction: InstructionName;
      readonly parameters: InstructionParameters;
    }
  | { readonly kind: 'rename'; readonly template: InstructionTemplate };

interface TemplateNameDialogProps {
  /** Null: closed. */
  readonly subject: TemplateSubject | null;
  readonly onClose: () => void;
}

interface Fields {
  readonly templateName: string;
}

/** Asks for the name of a template and saves it. */
export function TemplateNameDialog({ subject, onClose }: TemplateNameDialogProps) {
  const { t } = useTranslation('instructions');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const change = useChangeTemplate();
  // Keeps the last content visible while the dialog closes.
  const last = useRef<TemplateSubject | null>(null);
  if (subject) last.current = subject;
  const displayed = last.current;

  function save({ templateName }: Fields): void {
    if (displayed === null) return;
    const { instruction, parameters } = displayed.kind === 'add' ? displayed : displayed.template;
    const template = { templateName, instruction, parameters };
    change.mutate(
      displayed.kind === 'add'
        ? { kind: 'add', template }
        : { kind: 'edit', template: { ...template, templateId: displayed.template.templateId } },
      {
        onSuccess() {
          message.success(t('template.saved', { name: templateName }));
          onClose();
        },
        onError(error) {
          const text = errorText(error, language);
          if (error instanceof NamedError && error.errorName === 'template-name-taken')
            form.setFields([{ name: 'templateName', errors: [text] }]);
          else message.error(text);
        },
      },
    );
  }

  return (
    <Modal
      open={subject !== null}
      title={t(displayed?.kind === 'rename' ? 'template.rename' : 'template.save')}
      onCancel={onClose}
      onOk={() => form.submit()}
      okText={tApp('action.save')}
      cancelText={tApp('action.cancel')}
      confirmLoading={change.isPending}
      mask={{ closable: false }}
      destroyOnHidden
      width={420}
    >
      <Form<Fields>
        form={form}
        clearOnDestroy
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={{
          templateName: displayed?.kind === 'rename' ? displayed.template.templateName : '',
        }}
        onFinish={save}
      >
        <Form.Item
          name="templateName"
          label={t('template.name')}
          rules={[fieldRule(addInstructionTemplate.payload.shape.templateName, language)]}
        >
          <Input autoFocus maxLength={LIMITS.name} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
