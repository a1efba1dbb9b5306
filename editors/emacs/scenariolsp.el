;;; scenariolsp.el --- Decision models and clinical scenarios with Eglot  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))

;;; Commentary:

;; Modes for the documents, the language server for them, and commands for what Eglot has no key for.  Diagnostics,
;; hover, completion, quick fixes and definitions are Eglot's own.

;;; Code:

(require 'eglot)

(defgroup scenariolsp nil "Executable decision models and clinical scenarios." :group 'languages)

(defcustom scenariolsp-command '("lsp" "serve")
  "The language server: a program, or the path of one, and its arguments."
  :type '(repeat string))

;; The name of a mode without "-mode" is the language id that Eglot sends.  The modes are not children of a JSON mode, or
;; a JSON server meant for that mode would report everything twice; they look like JavaScript's object literals.
(defmacro scenariolsp--define (mode name)
  "Define MODE, shown as NAME: JSON that the server knows more of."
  `(define-derived-mode ,mode prog-mode ,name
     "JSON that the scenariolsp language server knows more of."
     :syntax-table scenariolsp--syntax
     (setq-local font-lock-defaults '(scenariolsp--keywords)
                 comment-start "" comment-end ""
                 indent-tabs-mode nil)
     ;; Names hold blanks; where what stands before point is not their beginning, Eglot's style of Emacs 30 only lists
     ;; them.
     (unless (assq 'eglot-capf completion-category-overrides)
       (setq-local completion-category-overrides
                   (cons '(eglot-capf (styles flex)) completion-category-overrides)))
     (eglot-ensure)))

(defvar scenariolsp--syntax
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?' "." table)
    table))

(defconst scenariolsp--keywords
  '(("\\(\"\\(?:[^\"\\\n]\\|\\\\.\\)*\"\\)[ \t]*:" 1 font-lock-keyword-face t)
    ("\\_<\\(?:true\\|false\\|null\\)\\_>" . font-lock-constant-face)))

(scenariolsp--define model-json-mode "Model")
(scenariolsp--define scenario-json-mode "Scenario")
(scenariolsp--define state-json-mode "State")
(scenariolsp--define run-json-mode "Run")
(scenariolsp--define questions-json-mode "Questions")
(scenariolsp--define engine-json-mode "Engine")

(dolist (entry '(("\\.model\\.json\\'" . model-json-mode)
                 ("\\.scenario\\.json\\'" . scenario-json-mode)
                 ("\\.state\\.json\\'" . state-json-mode)
                 ("\\.run\\.json\\'" . run-json-mode)
                 ("\\.questions\\.json\\'" . questions-json-mode)
                 ("\\.engine\\.jsonl?\\'" . engine-json-mode)))
  (add-to-list 'auto-mode-alist entry))

(add-to-list 'eglot-server-programs
             `((model-json-mode scenario-json-mode state-json-mode run-json-mode questions-json-mode engine-json-mode)
               . ,(lambda (&rest _) scenariolsp-command)))

;; Commands, for what Eglot has no key for.  Runs are asked for in words: these have every digit of a number, which a
;; reader of JSON rounds.

(defun scenariolsp--server ()
  "The language server of this buffer."
  (or (eglot-current-server) (user-error "The language server does not run for this buffer: M-x eglot starts it")))

(defun scenariolsp--uri ()
  "The URI of this buffer's document."
  (plist-get (eglot--TextDocumentIdentifier) :uri))

(defun scenariolsp--execute (command argument done)
  "Send COMMAND with ARGUMENT, a plist, and call DONE with its result.
It does not wait: the server may ask something before it answers."
  (let ((server (scenariolsp--server))
        (buffer (current-buffer)))
    (jsonrpc-async-request
     server :workspace/executeCommand
     (list :command command
           :arguments (vector (if (plist-member argument :uri) argument
                                (append (list :uri (scenariolsp--uri)) argument))))
     :success-fn (lambda (result) (when result (with-current-buffer buffer (funcall done result))))
     :error-fn (lambda (err) (message "%s" (plist-get err :message)))
     :timeout-fn (lambda () (message "%s has not answered yet" command))
     :timeout 60)))

(defun scenariolsp--show (name text mode)
  "Show TEXT in the buffer NAME, in MODE, in another window."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min)))
    (funcall mode)
    (set-buffer-modified-p nil)
    (display-buffer (current-buffer))))

(defun scenariolsp--show-run (result)
  "Show RESULT, the answer of a run, in the words of the server."
  (scenariolsp--show "*scenario answer*" (plist-get result :text)
                     (if (fboundp 'gfm-view-mode) #'gfm-view-mode #'special-mode))) ; as Eglot told the server

(defun scenariolsp--runnables ()
  "The questions and decisions that have a lens, each with its command."
  (let (found)
    (seq-do
     (lambda (lens)
       (let* ((lens (if (plist-get lens :command) lens
                      (jsonrpc-request (scenariolsp--server) :codeLens/resolve lens)))
              (command (plist-get lens :command))
              (argument (seq-first (plist-get command :arguments)))
              (name (or (plist-get argument :question) (plist-get argument :decision))))
         (when (and name (not (assoc name found)))
           (push (cons name command) found))))
     (jsonrpc-request (scenariolsp--server) :textDocument/codeLens
                      (list :textDocument (eglot--TextDocumentIdentifier))))
    (nreverse found)))

(defun scenariolsp-run (name)
  "Run the question or decision NAME and show how its value came about."
  (interactive (list (completing-read "Run: " (scenariolsp--runnables) nil t)))
  (let ((command (or (cdr (assoc name (scenariolsp--runnables)))
                     (user-error "No question or decision is named %s" name))))
    (scenariolsp--execute (plist-get command :command)
                          (append (seq-first (plist-get command :arguments)) '(:text t))
                          #'scenariolsp--show-run)))

(defun scenariolsp-run-all ()
  "Answer every question of the model, or run the scenario."
  (interactive)
  (scenariolsp--execute (if (derived-mode-p 'scenario-json-mode 'run-json-mode) "lsp.runScenario" "lsp.runAll")
                        '(:text t) #'scenariolsp--show-run))

(defun scenariolsp-select-state ()
  "Choose the state, or the run, that values are shown for."
  (interactive)
  (scenariolsp--execute "lsp.selectState" nil
                        (lambda (state) (message "Values are shown for %s" (plist-get state :name)))))

(defun scenariolsp-create-state (name)
  "Write and visit a state with the inputs that the model needs.
NAME is its name among the model's states, or empty for the first."
  (interactive "sName of the state (empty for the first): ")
  (scenariolsp--execute "lsp.createState" (unless (string-empty-p name) (list :state name))
                        (lambda (state)
                          (find-file-other-window
                           (funcall (if (fboundp 'eglot-uri-to-path) 'eglot-uri-to-path 'eglot--uri-to-path)
                                    (plist-get state :uri))))))

(defun scenariolsp-export ()
  "Show the snapshot of this scenario, with all that it imports."
  (interactive)
  (scenariolsp--execute "lsp.export" nil
                        (lambda (exported)
                          (scenariolsp--show "*scenario snapshot*" (plist-get exported :text) #'scenario-json-mode))))

(defun scenariolsp-pin ()
  "Pin the dependencies of this scenario to the files that are found."
  (interactive)
  (scenariolsp--execute "lsp.pin" nil #'ignore)) ; the server tells

(defun scenariolsp-graph (as-text)
  "Show the graph of this document.
It is shown as Mermaid with a prefix argument AS-TEXT, or where there are no
drawings."
  (interactive "P")
  (scenariolsp--execute "lsp.showGraph" nil
                        (lambda (graph)
                          (if (and (display-graphic-p) (image-type-available-p 'svg) (not as-text))
                              (scenariolsp--show "*scenario graph*" (plist-get graph :svg) #'image-mode)
                            (scenariolsp--show "*scenario graph*" (plist-get graph :mermaid) #'special-mode)))))

(provide 'scenariolsp)
;;; scenariolsp.el ends here
